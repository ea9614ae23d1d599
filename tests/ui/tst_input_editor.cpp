// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/input/input_editor.h"
#include "ui/settings.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace kerascope;

/// What feeds an input, and the sizes that its model leaves open.
class TestInputEditor : public QObject {
    Q_OBJECT
private slots:
    void openSizes();
    void closedShapeHasNone();
    void text();

private:
    Settings settings_;
};

void TestInputEditor::openSizes()
{
    InputEditor editor(QStringLiteral("image"), {unknownDim, unknownDim, unknownDim, 3}, settings_);
    const auto sizes = editor.findChildren<QSpinBox*>(QRegularExpression(QStringLiteral("^inputSize")));
    QCOMPARE(sizes.size(), 2);
    QVERIFY(editor.spec().sizes.empty());
    QSignalSpy changed(&editor, &InputEditor::changed);
    sizes[0]->setValue(96);
    QCOMPARE(editor.spec().sizes, (std::vector<int64_t>{96, 96})); // the other follows until it has its own
    sizes[1]->setValue(40);
    QCOMPARE(editor.spec().sizes, (std::vector<int64_t>{96, 40}));
    QCOMPARE(changed.count(), 2);
    sizes[0]->setValue(0);
    QVERIFY(editor.spec().sizes.empty());
    InputSpec spec;
    spec.sizes = {10, 20};
    editor.setSpec(spec);
    QCOMPARE(editor.spec().sizes, spec.sizes);
    QCOMPARE(changed.count(), 3);
}

void TestInputEditor::closedShapeHasNone()
{
    const InputEditor editor(QStringLiteral("image"), {unknownDim, 28, 28, 1}, settings_);
    QVERIFY(editor.findChildren<QSpinBox*>(QRegularExpression(QStringLiteral("^inputSize"))).isEmpty());
}

void TestInputEditor::text()
{
    InputEditor editor(QStringLiteral("review"), {unknownDim, 1}, settings_);
    QSignalSpy changed(&editor, &InputEditor::changed);
    InputSpec spec;
    spec.kind = InputSpec::Kind::Text;
    spec.text = "a good film";
    editor.setSpec(spec);
    QVERIFY(editor.spec() == spec);
    auto* line = editor.findChild<QLineEdit*>(QStringLiteral("inputText"));
    line->setText(QStringLiteral("a bad film"));
    emit line->editingFinished();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].value<InputSpec>().text, std::string("a bad film"));
}

QTEST_MAIN(TestInputEditor)
#include "tst_input_editor.moc"
