// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/message_bar.h"

#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/translate.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int noteMs = 10'000; ///< how long a note stays that nobody has to answer

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
    , cancel_(new QPushButton(tr("Cancel"), this))
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
    cancel_->setObjectName(u"messageCancel"_s);
    cancel_->setToolTip(tr("Cancel what this message tells of"));
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
    row->addWidget(cancel_, 0, Qt::AlignTop);
    row->addWidget(close, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 6, 6, 6);
    layout->setSpacing(6);
    layout->addLayout(row);
    layout->addWidget(details_);
    setVisible(false);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(cancel_, &QPushButton::clicked, this, &MessageBar::cancelRequested);
    connect(detailsButton_, &QPushButton::toggled, details_, &QWidget::setVisible);
    leaveTimer_.setSingleShot(true);
    leaveTimer_.setInterval(noteMs);
    connect(&leaveTimer_, &QTimer::timeout, this, &MessageBar::leave);
    if (parent)
        parent->installEventFilter(this);
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
    show(Kind::Error, errorSentence(error), translateText(error.hint), details.join(u'\n'));
}

void MessageBar::showInfo(const QString& sentence) { show(Kind::Info, sentence, {}, {}); }

void MessageBar::showWork(const QString& sentence)
{
    if (isVisible() && kind_ == Kind::Work)
        text_->setText(sentence); // only the numbers have changed
    else
        show(Kind::Work, sentence, {}, {});
}

void MessageBar::show(Kind kind, const QString& sentence, const QString& hint, const QString& details)
{
    kind_ = kind;
    text_->setText(hint.isEmpty() ? sentence : sentence + u'\n' + hint);
    icon_->setPixmap(themedIcon(kind == Kind::Error ? u"error"_s : u"info"_s).pixmap(16, 16));
    detailsButton_->setVisible(!details.isEmpty());
    detailsButton_->setChecked(false);
    cancel_->setVisible(kind == Kind::Work);
    details_->setVisible(false);
    details_->setPlainText(details);
    if (kind == Kind::Info)
        leaveTimer_.start();
    else
        leaveTimer_.stop();
    paintColours();
    setVisible(true);
    place();
    raise();
    QAccessibleEvent event(text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::leave()
{
    if (underMouse() || isAncestorOf(QApplication::focusWidget()))
        leaveTimer_.start(); // somebody reads it or is about to use it
    else
        hide();
}

void MessageBar::place()
{
    if (!parentWidget())
        return;
    const QSize room = parentWidget()->size();
    const int height = std::min(layout()->totalHeightForWidth(room.width()), room.height());
    setGeometry(0, room.height() - height, room.width(), height);
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

bool MessageBar::event(QEvent* event)
{
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        place();
    return done;
}

void MessageBar::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    if (isAncestorOf(QApplication::focusWidget()))
        emit focusLeft();
}

void MessageBar::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setPen(lineColour(palette()));
    painter.drawLine(0, 0, width(), 0);
}

void MessageBar::paintColours()
{
    const QPalette whole = parentWidget() ? parentWidget()->palette() : palette();
    QPalette own = whole;
    const QColor mark = kind_ == Kind::Error ? errorColour(whole) : accentColour(whole);
    own.setColor(QPalette::Window, mixed(whole.color(QPalette::Window), mark, 0.12));
    setPalette(own);
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange) {
        paintColours();
        icon_->setPixmap(themedIcon(kind_ == Kind::Error ? u"error"_s : u"info"_s).pixmap(16, 16));
    }
    QFrame::changeEvent(event);
}

} // namespace kerascope
