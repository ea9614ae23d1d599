// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/start_page.h"

#include "ui/icons.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QFontMetrics>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

constexpr int columnWidth = 560;

/// A dashed frame that fills with the accent while files hover over it.
class DropZone : public QWidget {
public:
    using QWidget::QWidget;
    bool highlighted = false;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor accent = accentColour(palette());
        QPainterPath path;
        path.addRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
        QColor fill = highlighted ? accent : palette().color(QPalette::Base);
        if (highlighted)
            fill.setAlphaF(0.14F);
        painter.fillPath(path, fill);
        painter.setPen(QPen(highlighted ? accent : quietText(palette()), 1.5, Qt::DashLine));
        painter.drawPath(path);
    }
};

QLabel* centred(const QString& text, qreal scale, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    label->setFont(font);
    return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"startPage"_s);
    setAccessibleName(tr("Start page"));
    auto* zone = new DropZone(this);
    dropZone_ = zone;
    zone->setObjectName(u"dropZone"_s);
    zone->setAccessibleName(tr("Drop zone"));
    zone->setMinimumHeight(220);
    auto* icon = new QLabel(zone);
    icon->setPixmap(applicationIcon().pixmap(56, 56));
    icon->setAlignment(Qt::AlignCenter);
    auto* title = centred(tr("Drop a model here"), 1.6, zone);
    auto* hint =
        centred(tr("A Keras .h5, .hdf5 or .keras file, or an architecture .json together with its weights"),
            1.0, zone);
    auto* open = new QPushButton(themedIcon(u"open"_s), tr("Open…"), zone);
    open->setObjectName(u"startOpen"_s);
    open->setAccessibleName(tr("Open a model"));
    open->setToolTip(tr("Choose a model file (Ctrl+O)"));
    sample_ = new QPushButton(themedIcon(u"run"_s), tr("Try the sample"), zone);
    sample_->setObjectName(u"startSample"_s);
    sample_->setAccessibleName(tr("Try the sample"));
    sample_->setToolTip(tr("Opens a small digit classifier and runs it"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(open);
    buttons->addWidget(sample_);
    buttons->addStretch();
    auto* inside = new QVBoxLayout(zone);
    inside->setContentsMargins(24, 24, 24, 24);
    inside->setSpacing(10);
    inside->addStretch();
    inside->addWidget(icon);
    inside->addWidget(title);
    inside->addWidget(hint);
    inside->addLayout(buttons);
    inside->addStretch();

    recentBox_ = new QWidget(this);
    recentLayout_ = new QVBoxLayout(recentBox_);
    recentLayout_->setContentsMargins(0, 0, 0, 0);
    recentLayout_->setSpacing(0);

    auto* column = new QVBoxLayout;
    column->setSpacing(16);
    column->addStretch(2);
    column->addWidget(zone);
    column->addWidget(recentBox_);
    column->addStretch(3);
    auto* centre = new QHBoxLayout(this);
    centre->setContentsMargins(24, 12, 24, 12);
    centre->addStretch(1);
    centre->addLayout(column, 4);
    centre->addStretch(1);
    zone->setMaximumWidth(columnWidth * 2);
    setTabOrder(open, sample_);
    setFocusProxy(open);

    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(sample_, &QPushButton::clicked, this, &StartPage::sampleRequested);
}

void StartPage::setRecentFiles(const QStringList& entries)
{
    qDeleteAll(recentBox_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    recentBox_->setVisible(!entries.isEmpty());
    if (entries.isEmpty())
        return;
    auto* heading = new QLabel(tr("Recent files"), recentBox_);
    QFont strong = heading->font();
    strong.setBold(true);
    heading->setFont(strong);
    recentLayout_->addWidget(heading);
    for (const QString& entry : entries.mid(0, 6)) {
        const QStringList paths = entry.split(u'\n');
        const QFileInfo info(paths.first()); // takes the text apart, touches no file
        auto* button = new QToolButton(recentBox_);
        const QString shown = info.fileName() + u"  —  "_s + info.path();
        button->setText(QFontMetrics(button->font()).elidedText(shown, Qt::ElideMiddle, columnWidth));
        button->setIcon(themedIcon(u"document"_s));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setAccessibleName(tr("Open %1").arg(info.fileName()));
        button->setToolTip(paths.join(u'\n'));
        connect(button, &QToolButton::clicked, this, [this, paths] { emit pathsRequested(paths); });
        recentLayout_->addWidget(button);
    }
}

void StartPage::setDropHighlight(bool on)
{
    static_cast<DropZone*>(dropZone_)->highlighted = on;
    dropZone_->update();
}

} // namespace kerascope
