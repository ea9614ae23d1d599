// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/treat_as_box.h"

#include "ui/theme.h"
#include "ui/translate.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

TreatAsBox::TreatAsBox(QWidget* parent)
    : QWidget(parent)
    , title_(new QLabel(this))
    , type_(new QComboBox(this))
    , options_(new QLineEdit(this))
    , problem_(new QLabel(this))
    , apply_(new QPushButton(tr("Treat as this layer"), this))
    , forget_(new QPushButton(tr("Forget"), this))
{
    setObjectName(u"treatAs"_s);
    title_->setObjectName(u"treatAsTitle"_s);
    title_->setWordWrap(true);
    title_->setBuddy(type_);
    type_->setObjectName(u"treatAsType"_s);
    type_->setAccessibleName(tr("Layer of Keras that stands in"));
    type_->setEditable(true);
    type_->setInsertPolicy(QComboBox::NoInsert);
    type_->setMaxVisibleItems(20);
    for (const std::string& name : replacementClasses())
        type_->addItem(QString::fromStdString(name));
    type_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    type_->completer()->setFilterMode(Qt::MatchContains);
    type_->setAcceptDrops(false); // files dropped here belong to the window
    type_->lineEdit()->setAcceptDrops(false);
    options_->setAcceptDrops(false);
    options_->setObjectName(u"treatAsOptions"_s);
    options_->setAccessibleName(tr("Arguments as JSON"));
    options_->setPlaceholderText(tr("Arguments, for example %1").arg(u"{\"scale\": 0.5}"_s));
    options_->setToolTip(tr("As JSON. Those that the file has under the same name need not be given."));
    options_->setClearButtonEnabled(true);
    problem_->setObjectName(u"treatAsProblem"_s);
    problem_->setWordWrap(true);
    apply_->setObjectName(u"treatAsApply"_s);
    apply_->setToolTip(tr("Opens the model again; kept for this class in every model"));
    forget_->setObjectName(u"treatAsForget"_s);
    forget_->setToolTip(tr("Opens the model again without a layer in its place"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(apply_);
    buttons->addWidget(forget_);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(title_);
    layout->addWidget(type_);
    layout->addWidget(options_);
    layout->addWidget(problem_);
    layout->addLayout(buttons);
    connect(apply_, &QPushButton::clicked, this, &TreatAsBox::apply);
    connect(options_, &QLineEdit::returnPressed, this, &TreatAsBox::apply);
    connect(type_->lineEdit(), &QLineEdit::returnPressed, this, &TreatAsBox::apply);
    connect(forget_, &QPushButton::clicked, this, [this] { emit chosen(foreignClass_, std::nullopt); });
}

void TreatAsBox::show(const std::string& foreignClass, const Replacement* chosen)
{
    foreignClass_ = foreignClass;
    const QString name = QString::fromStdString(foreignClass);
    title_->setText(chosen ? tr("%1 is treated as").arg(name) : tr("Treat %1 as").arg(name));
    type_->setCurrentText(chosen ? QString::fromStdString(chosen->type) : u"Identity"_s);
    const bool options = chosen && !chosen->options.empty();
    options_->setText(options ? QString::fromStdString(
                          chosen->options.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
                              : QString());
    options_->setCursorPosition(0);
    problem_->hide();
    forget_->setVisible(chosen != nullptr);
}

void TreatAsBox::apply()
{
    const QString text = type_->currentText() + u' ' + options_->text();
    auto replacement = parseReplacement(text.toStdString());
    problem_->setVisible(!replacement);
    if (replacement)
        return emit chosen(foreignClass_, std::move(*replacement));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, errorColour(palette()));
    problem_->setPalette(colours);
    problem_->setText(errorText(replacement.error()));
}

} // namespace kerascope
