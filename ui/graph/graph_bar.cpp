// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_bar.h"

#include "ui/format.h"
#include "ui/graph/heat_legend.h"
#include "ui/icons.h"
#include "ui/tick_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <array>
#include <cmath>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

constexpr std::array heats{
    HeatKind::None, HeatKind::Time, HeatKind::Memory, HeatKind::Parameters, HeatKind::Flops};
constexpr int leastWidth = 300;
constexpr int leastSearch = 96, mostSearch = 220;
constexpr int mostLevel = 5;

} // namespace

GraphBar::GraphBar(QWidget* parent)
    : QWidget(parent)
    , search_(new QLineEdit(this))
    , found_(new QLabel(this))
    , heatLabel_(new QLabel(this))
    , heat_(new QComboBox(this))
    , logarithmic_(new QCheckBox(this))
    , legend_(new HeatLegend(this))
{
    setObjectName(u"graphBar"_s);
    search_->setObjectName(u"graphSearch"_s);
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(leastSearch);
    search_->setMaximumWidth(mostSearch);
    search_->setAcceptDrops(false); // or a dropped file would end here instead of being opened
    search_->installEventFilter(this);
    found_->setObjectName(u"graphFound"_s);
    heat_->setObjectName(u"graphHeat"_s);
    logarithmic_->setObjectName(u"graphHeatLogarithmic"_s);
    logarithmic_->setStyle(new TickStyle(logarithmic_));
    search_->setStyle(new TickStyle(search_));
    heatLabel_->setBuddy(heat_);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 4, 6, 4);
    row->setSpacing(4);
    row->setSizeConstraint(QLayout::SetNoConstraint); // see fit()
    row->addWidget(search_, 1);
    previous_ = addButton(u"graphSearchPrevious"_s, u"up"_s);
    next_ = addButton(u"graphSearchNext"_s, u"down"_s);
    row->addWidget(found_);
    row->addWidget(heatLabel_);
    row->addWidget(heat_);
    row->addWidget(legend_);
    row->addWidget(logarithmic_);
    row->addStretch(1);
    foldAll_ = addButton(u"graphFoldAll"_s, u"fold_all"_s);
    unfoldAll_ = addButton(u"graphUnfoldAll"_s, u"unfold_all"_s);
    zoomOut_ = addButton(u"graphZoomOut"_s, u"zoom_out"_s);
    zoom_ = addButton(u"graphActualSize"_s, QString());
    zoomIn_ = addButton(u"graphZoomIn"_s, u"zoom_in"_s);
    fit_ = addButton(u"graphFit"_s, u"fit"_s);
    zoom_->setMinimumWidth(fontMetrics().horizontalAdvance(u"0000 %"_s) + 8);

    for (HeatKind kind : heats)
        heat_->addItem(heatName(kind), int(kind));
    connect(search_, &QLineEdit::textEdited, this, &GraphBar::searchEdited);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            emit searchEdited(text); // the clear button edits without textEdited
    });
    connect(previous_, &QToolButton::clicked, this, [this] { emit searchStepped(-1); });
    connect(next_, &QToolButton::clicked, this, [this] { emit searchStepped(1); });
    connect(heat_, &QComboBox::currentIndexChanged, this, &GraphBar::chooseHeat);
    connect(logarithmic_, &QCheckBox::toggled, this, &GraphBar::chooseHeat);
    connect(foldAll_, &QToolButton::clicked, this, &GraphBar::foldAllClicked);
    connect(unfoldAll_, &QToolButton::clicked, this, &GraphBar::unfoldAllClicked);
    connect(zoomOut_, &QToolButton::clicked, this, [this] { emit zoomStepped(-1); });
    connect(zoomIn_, &QToolButton::clicked, this, [this] { emit zoomStepped(1); });
    connect(zoom_, &QToolButton::clicked, this, &GraphBar::actualSizeClicked);
    connect(fit_, &QToolButton::clicked, this, &GraphBar::fitClicked);
    retranslate();
    setZoom(1);
    setFound(-1, -1);
    setScale({});
    setHasGroups(false);
}

QToolButton* GraphBar::addButton(const QString& objectName, const QString& icon)
{
    auto* button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    if (!icon.isEmpty())
        button->setIcon(themedIcon(icon));
    layout()->addWidget(button);
    return button;
}

void GraphBar::retranslate()
{
    const auto name = [](QWidget* widget, const QString& text, const QString& keys = {}) {
        widget->setAccessibleName(text);
        widget->setToolTip(keys.isEmpty() ? text : u"%1 (%2)"_s.arg(text, keys));
    };
    search_->setPlaceholderText(tr("Search the graph"));
    name(search_, tr("Search the graph"));
    name(previous_, tr("Previous match"), tr("Shift+Return"));
    name(next_, tr("Next match"), tr("Return"));
    heatLabel_->setText(tr("Heat:"));
    name(heat_, tr("Heat: what the boxes are coloured by"));
    logarithmic_->setText(tr("log"));
    name(logarithmic_, tr("Logarithmic heat scale"));
    name(foldAll_, tr("Fold all nested models"));
    name(unfoldAll_, tr("Unfold all nested models"));
    name(zoomOut_, tr("Zoom out"), u"−"_s);
    name(zoomIn_, tr("Zoom in"), u"+"_s);
    name(zoom_, tr("Show at 100 %"), u"0"_s);
    name(fit_, tr("Show the whole graph"), u"F"_s);
    for (int i = 0; i < heat_->count(); ++i)
        heat_->setItemText(i, heatName(heats[size_t(i)]));
}

void GraphBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        fit();
}

QSize GraphBar::minimumSizeHint() const { return {leastWidth, QWidget::minimumSizeHint().height()}; }

void GraphBar::resizeEvent(QResizeEvent* event)
{
    fit();
    QWidget::resizeEvent(event);
}

/// 0 shows everything, every further level leaves out one thing more.
void GraphBar::showUpTo(int level)
{
    heatLabel_->setVisible(level < 1);
    legend_->setShort(level >= 2);
    zoomOut_->setVisible(level < 3);
    zoomIn_->setVisible(level < 3);
    logarithmic_->setVisible(hot_ && level < 4);
    foldAll_->setVisible(grouped_ && level < 5);
    unfoldAll_->setVisible(grouped_ && level < 5);
}

void GraphBar::fit()
{
    legend_->setVisible(hot_);
    for (QWidget* widget :
        {static_cast<QWidget*>(found_), static_cast<QWidget*>(previous_), static_cast<QWidget*>(next_)})
        widget->setVisible(searching_);
    for (int level = 0; level <= mostLevel; ++level) {
        showUpTo(level);
        layout()->invalidate();
        if (layout()->minimumSize().width() <= width())
            return;
    }
}

bool GraphBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            emit searchStepped(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape && !search_->text().isEmpty()) {
            search_->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void GraphBar::chooseHeat()
{
    emit heatChosen(HeatKind(heat_->currentData().toInt()), logarithmic_->isChecked());
}

void GraphBar::setScale(const HeatScale& scale)
{
    const QSignalBlocker quietHeat(heat_), quietBox(logarithmic_);
    heat_->setCurrentIndex(heat_->findData(int(scale.kind)));
    logarithmic_->setChecked(scale.logarithmic);
    hot_ = scale.kind != HeatKind::None;
    legend_->setScale(scale);
    fit();
}

void GraphBar::setZoom(double zoom)
{
    const double percent = zoom * 100;
    zoom_->setText(u"%1 %"_s.arg(locale().toString(percent, 'f', percent < 9.95 ? 1 : 0)));
}

void GraphBar::setFound(int place, int total)
{
    searching_ = total >= 0;
    found_->setText(total == 0 ? tr("nothing found") : tr("%1 of %2").arg(place + 1).arg(total));
    previous_->setEnabled(total > 0);
    next_->setEnabled(total > 0);
    fit();
}

void GraphBar::setHasGroups(bool has)
{
    grouped_ = has;
    fit();
}

void GraphBar::setSearchText(const QString& text) { search_->setText(text); }

QString GraphBar::searchText() const { return search_->text(); }

void GraphBar::focusSearch()
{
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

} // namespace kerascope
