// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/input/input_editor.h"

#include "ui/icons.h"
#include "ui/settings.h"
#include "ui/shell/file_dialogs.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

InputEditor::InputEditor(const QString& inputName, const Shape& shape, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , settings_(settings)
    , kind_(new QComboBox(this))
    , seed_(new QSpinBox(this))
    , value_(new QDoubleSpinBox(this))
    , file_(new QPushButton(themedIcon(u"open"_s), {}, this))
    , key_(new QLineEdit(this))
    , text_(new QLineEdit(this))
    , mode_(new QComboBox(this))
{
    makeFields(inputName);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(kind_);
    row->addWidget(seed_);
    row->addWidget(value_);
    row->addWidget(file_, 1);
    row->addWidget(key_);
    row->addWidget(text_, 1);
    row->addWidget(mode_);
    makeSizes(inputName, shape);
    for (QSpinBox* size : sizes_)
        row->addWidget(size);
    row->addStretch();
    connect(kind_, &QComboBox::activated, this, [this] {
        showKind();
        if (takesFile() && path_.isEmpty())
            chooseFile();
        else
            tell();
    });
    connect(seed_, &QSpinBox::valueChanged, this, &InputEditor::tell);
    connect(value_, &QDoubleSpinBox::valueChanged, this, &InputEditor::tell);
    connect(key_, &QLineEdit::editingFinished, this, &InputEditor::tell);
    connect(text_, &QLineEdit::editingFinished, this, &InputEditor::tell);
    connect(mode_, &QComboBox::activated, this, &InputEditor::tell);
    connect(file_, &QPushButton::clicked, this, &InputEditor::chooseFile);
    showKind();
}

void InputEditor::makeFields(const QString& inputName)
{
    kind_->setObjectName(u"inputKind"_s);
    kind_->setAccessibleName(tr("Source of %1").arg(inputName));
    kind_->setAccessibleDescription(tr("Source of %1").arg(inputName));
    // In the order of InputSpec::Kind.
    kind_->addItems({tr("Random"), tr("Constant"), tr("Array (.npy, .npz)"), tr("Picture"), tr("Text")});
    seed_->setObjectName(u"inputSeed"_s);
    seed_->setAccessibleName(tr("Seed of %1").arg(inputName));
    seed_->setPrefix(tr("seed "));
    seed_->setRange(0, 1'000'000'000);
    value_->setObjectName(u"inputValue"_s);
    value_->setAccessibleName(tr("Value of %1").arg(inputName));
    value_->setRange(-1e6, 1e6);
    value_->setDecimals(4);
    for (QAbstractSpinBox* spin :
        {static_cast<QAbstractSpinBox*>(seed_), static_cast<QAbstractSpinBox*>(value_)}) {
        spin->setKeyboardTracking(false);
        spin->findChild<QLineEdit*>()->setAcceptDrops(false);
    }
    file_->setObjectName(u"inputFile"_s);
    file_->setAccessibleName(tr("File for %1").arg(inputName));
    key_->setObjectName(u"inputKey"_s);
    key_->setAccessibleName(tr("Array in the .npz for %1").arg(inputName));
    key_->setPlaceholderText(tr("array"));
    key_->setToolTip(tr("Name of the array inside the .npz"));
    key_->setAcceptDrops(false);
    text_->setObjectName(u"inputText"_s);
    text_->setAccessibleName(tr("Text for %1").arg(inputName));
    text_->setPlaceholderText(tr("words"));
    text_->setAcceptDrops(false);
    mode_->setObjectName(u"inputMode"_s);
    mode_->setAccessibleName(tr("Preprocessing of %1").arg(inputName));
    mode_->setAccessibleDescription(tr("Preprocessing of %1").arg(inputName));
    mode_->setToolTip(tr("none: 0…255; unit: 0…1; tf, torch and caffe as in keras.applications"));
    for (const char* mode : {"none", "unit", "tf", "torch", "caffe"})
        mode_->addItem(QString::fromLatin1(mode));
}

void InputEditor::makeSizes(const QString& inputName, const Shape& shape)
{
    for (int axis = 1; axis < shape.rank(); ++axis) {
        if (shape[axis] != unknownDim)
            continue;
        auto* size = new QSpinBox(this);
        size->setObjectName(u"inputSize%1"_s.arg(axis));
        size->setAccessibleName(tr("Size of axis %1 of %2").arg(axis).arg(inputName));
        size->setToolTip(tr("The model leaves the size of axis %1 open").arg(axis));
        size->setRange(0, 1 << 20);
        size->setSpecialValueText(tr("auto"));
        size->setKeyboardTracking(false);
        size->findChild<QLineEdit*>()->setAcceptDrops(false);
        connect(size, &QSpinBox::valueChanged, this, [this, size] { chooseSize(size); });
        sizes_.push_back(size);
    }
}

/// All are chosen or none: the first size holds for the others until they get their own.
void InputEditor::chooseSize(QSpinBox* changed)
{
    for (QSpinBox* size : sizes_)
        if (size != changed && (changed->value() == 0 || size->value() == 0)) {
            const QSignalBlocker blocker(size);
            size->setValue(changed->value());
        }
    tell();
}

InputSpec InputEditor::spec() const
{
    InputSpec spec;
    spec.kind = InputSpec::Kind(kind_->currentIndex());
    spec.seed = uint64_t(seed_->value());
    spec.value = float(value_->value());
    if (takesFile())
        spec.file = path_.toStdString();
    if (spec.kind == InputSpec::Kind::Text)
        spec.text = text_->text().toStdString();
    if (spec.kind == InputSpec::Kind::Array)
        spec.key = key_->text().toStdString();
    if (spec.kind == InputSpec::Kind::Picture)
        spec.mode = mode_->currentText().toStdString();
    for (const QSpinBox* size : sizes_)
        if (size->value() > 0)
            spec.sizes.push_back(size->value());
    return spec;
}

void InputEditor::setSpec(const InputSpec& spec)
{
    if (spec == this->spec())
        return;
    const QSignalBlocker seedBlocker(seed_), valueBlocker(value_);
    kind_->setCurrentIndex(int(spec.kind));
    seed_->setValue(int(std::min<uint64_t>(spec.seed, 1'000'000'000)));
    value_->setValue(double(spec.value));
    if (!spec.file.empty())
        path_ = QString::fromStdString(spec.file.string());
    key_->setText(QString::fromStdString(spec.key));
    text_->setText(QString::fromStdString(spec.text));
    mode_->setCurrentText(QString::fromStdString(spec.mode));
    for (size_t i = 0; i < sizes_.size(); ++i) {
        const QSignalBlocker blocker(sizes_[i]);
        sizes_[i]->setValue(i < spec.sizes.size() ? int(spec.sizes[i]) : 0);
    }
    showKind();
}

void InputEditor::showKind()
{
    const auto kind = InputSpec::Kind(kind_->currentIndex());
    const bool array = kind == InputSpec::Kind::Array, picture = kind == InputSpec::Kind::Picture;
    seed_->setVisible(kind == InputSpec::Kind::Random);
    value_->setVisible(kind == InputSpec::Kind::Constant);
    file_->setVisible(array || picture);
    file_->setText(path_.isEmpty() ? tr("Choose a file…") : QFileInfo(path_).fileName());
    file_->setToolTip(path_);
    key_->setVisible(array && path_.endsWith(".npz"_L1, Qt::CaseInsensitive));
    text_->setVisible(kind == InputSpec::Kind::Text);
    mode_->setVisible(picture);
    for (QSpinBox* size : sizes_)
        size->setVisible(!array);
}

void InputEditor::chooseFile()
{
    const bool picture = InputSpec::Kind(kind_->currentIndex()) == InputSpec::Kind::Picture;
    askForFile(this, picture ? tr("Choose a picture") : tr("Choose an array"), settings_.lastFolder(),
        picture ? tr("Pictures (*.png *.jpg *.jpeg *.bmp)") : tr("NumPy arrays (*.npy *.npz)"),
        [this](const QString& file) {
            path_ = file;
            showKind();
            tell();
        });
}

void InputEditor::tell()
{
    const InputSpec now = spec();
    if (!takesFile() || !now.file.empty())
        emit changed(now);
}

bool InputEditor::takesFile() const
{
    const auto kind = InputSpec::Kind(kind_->currentIndex());
    return kind == InputSpec::Kind::Array || kind == InputSpec::Kind::Picture;
}

} // namespace kerascope
