// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/message_bar.h"

#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/translate.h"

#include <QAccessible>
#include <QEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

QString codeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
        return MessageBar::tr("A choice does not fit the model");
    case ErrorCode::File:
        return MessageBar::tr("The file cannot be used");
    case ErrorCode::Unsupported:
        return MessageBar::tr("Something in the file is not supported");
    case ErrorCode::Device:
        return MessageBar::tr("The device or its memory gave way");
    case ErrorCode::CheckFailed:
        return MessageBar::tr("A check failed");
    case ErrorCode::Cancelled:
        return MessageBar::tr("Cancelled");
    case ErrorCode::Internal:
        break;
    }
    return MessageBar::tr("A fault of the program");
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , icon_(new QLabel(this))
    , text_(new QLabel(this))
    , detailsButton_(new QPushButton(tr("Details"), this))
    , details_(new QPlainTextEdit(this))
{
    setObjectName(u"messageBar"_s);
    setAccessibleName(tr("Message"));
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    text_->setObjectName(u"messageText"_s);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    detailsButton_->setObjectName(u"messageDetailsButton"_s);
    detailsButton_->setCheckable(true);
    detailsButton_->setToolTip(tr("Shows all that is known about this message"));
    details_->setObjectName(u"messageDetails"_s);
    details_->setAccessibleName(tr("Details of the message"));
    details_->setReadOnly(true);
    details_->setAcceptDrops(false);
    details_->setMaximumHeight(110);
    auto* close = new QToolButton(this);
    close->setObjectName(u"messageClose"_s);
    close->setIcon(themedIcon(u"close"_s));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the message"));
    close->setToolTip(tr("Close the message (Esc)"));
    close->setShortcut(Qt::Key_Escape);
    auto* row = new QHBoxLayout;
    row->addWidget(icon_, 0, Qt::AlignTop);
    row->addWidget(text_, 1);
    row->addWidget(detailsButton_, 0, Qt::AlignTop);
    row->addWidget(close, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 6, 6, 6);
    layout->setSpacing(6);
    layout->addLayout(row);
    layout->addWidget(details_);
    setVisible(false);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(detailsButton_, &QPushButton::toggled, details_, &QWidget::setVisible);
}

void MessageBar::showError(const Error& error)
{
    if (error.code == ErrorCode::Cancelled) {
        showInfo(tr("Cancelled; nothing was changed."));
        return;
    }
    QStringList details{codeName(error.code)};
    if (!error.where.empty())
        details << tr("Where: %1").arg(QString::fromStdString(error.where));
    details << tr("In English: %1").arg(QString::fromStdString(error.english()));
    show(true, errorSentence(error), translateText(error.hint), details.join(u'\n'));
}

void MessageBar::showInfo(const QString& sentence) { show(false, sentence, {}, {}); }

void MessageBar::show(bool error, const QString& sentence, const QString& hint, const QString& details)
{
    error_ = error;
    text_->setText(hint.isEmpty() ? sentence : sentence + u'\n' + hint);
    icon_->setPixmap(themedIcon(error ? u"error"_s : u"info"_s).pixmap(16, 16));
    detailsButton_->setVisible(!details.isEmpty());
    detailsButton_->setChecked(false);
    details_->setVisible(false);
    details_->setPlainText(details);
    paintColours();
    setVisible(true);
    QAccessibleEvent event(text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::paintColours()
{
    const QPalette whole = parentWidget() ? parentWidget()->palette() : palette();
    QPalette own = whole;
    const QColor mark = error_ ? errorColour(whole) : accentColour(whole);
    own.setColor(QPalette::Window, mixed(whole.color(QPalette::Window), mark, 0.12));
    setPalette(own);
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange) {
        paintColours();
        icon_->setPixmap(themedIcon(error_ ? u"error"_s : u"info"_s).pixmap(16, 16));
    }
    QFrame::changeEvent(event);
}

} // namespace kerascope
