// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/input/input_dialog.h"

#include "ui/format.h"
#include "ui/input/input_editor.h"
#include "ui/session.h"
#include "ui/settings.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <set>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

InputDialog::InputDialog(Session& session, Settings& settings, QWidget* parent)
    : QDialog(parent)
    , session_(session)
    , settings_(settings)
    , form_(new QFormLayout)
{
    setObjectName(u"inputDialog"_s);
    setAccessibleName(tr("Inputs"));
    setWindowTitle(tr("Inputs"));
    setModal(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form_);
    layout->addStretch();
    layout->addWidget(buttons);
    connect(&session, &Session::modelChanged, this, &InputDialog::fill);
    connect(&session, &Session::loadedChanged, this, &InputDialog::fill);
    connect(&session, &Session::settingsChanged, this, &InputDialog::fill);
    fill();
    resize(520, sizeHint().height());
}

void InputDialog::fill()
{
    // What the ticked part needs; before a plan is there, the model's own inputs.
    std::map<std::string, Shape> wanted;
    std::set<std::string> texts;
    for (const ProgramInput& input : session_.neededInputs())
        wanted.emplace(input.name, Shape());
    const auto model = session_.model();
    if (model)
        for (const ModelInput& input : model->summary->model->inputs)
            if (wanted.empty() || wanted.contains(input.name) || session_.neededInputs().empty()) {
                wanted[input.name] = input.shape;
                if (input.dtype == DType::String)
                    texts.insert(input.name);
            }
    const auto specs = session_.inputs();
    if (wanted != shown_) {
        shown_ = wanted;
        while (form_->rowCount() > 0)
            form_->removeRow(0);
        editors_.clear();
        for (const auto& [name, shape] : wanted) {
            auto* editor = new InputEditor(QString::fromStdString(name), shape, settings_, this);
            QString title = QString::fromStdString(name);
            if (shape.rank() > 0)
                title += u'\n' + formatShape(shape, true);
            form_->addRow(title, editor);
            connect(editor, &InputEditor::changed, this,
                [this, key = name](const InputSpec& spec) { session_.setInput(key, spec); });
            editors_[name] = editor;
        }
    }
    InputSpec noText;
    noText.kind = InputSpec::Kind::Text;
    for (const auto& [name, editor] : editors_)
        if (const auto spec = specs.find(name); spec != specs.end())
            editor->setSpec(spec->second);
        else if (texts.contains(name))
            editor->setSpec(noText);
}

void showInputDialog(Session& session, Settings& settings, QWidget* parent)
{
    auto* dialog = parent->findChild<InputDialog*>();
    if (!dialog)
        dialog = new InputDialog(session, settings, parent);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace kerascope
