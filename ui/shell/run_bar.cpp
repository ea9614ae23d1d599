// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/run_bar.h"

#include "ui/icons.h"
#include "ui/settings.h"
#include "ui/shell/actions.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostBatch = 4096;
constexpr int longEngineName = 16, shortEngineName = 8; ///< characters

QSpinBox* makeSpin(
    QWidget* parent, const QString& objectName, const QString& name, const QString& tip, int most)
{
    auto* spin = new QSpinBox(parent);
    spin->setObjectName(objectName);
    spin->setAccessibleName(name);
    spin->setToolTip(tip);
    spin->setRange(1, most);
    spin->setKeyboardTracking(false);
    spin->findChild<QLineEdit*>()->setAcceptDrops(false);
    return spin;
}

} // namespace

RunBar::RunBar(Session& session, Settings& settings, Actions& actions, const Menus& menus, QWidget* parent)
    : QToolBar(tr("Toolbar"), parent)
    , session_(session)
    , settings_(settings)
    , engine_(new QComboBox(this))
    , batch_(nullptr)
    , runs_(nullptr)
{
    setObjectName(u"toolBar"_s);
    setAccessibleName(tr("Toolbar"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(16, 16));
    layout()->setSpacing(4);
    setMovable(false);
    addMenuButton(actions.open, menus.recent, u"openButton"_s);
    addMenuButton(actions.swap, menus.versions, u"swapButton"_s);
    addSeparator();
    makeEngine();
    makeBatch();
    addAction(actions.inputs);
    addSeparator();
    addAction(actions.run);
    addAction(actions.runMany);
    makeRuns();
    addAction(actions.continuous);
    addAction(actions.stop);
    addSeparator();
    auto* button = new QToolButton(this);
    button->setObjectName(u"exportButton"_s);
    button->setText(tr("Export"));
    button->setAccessibleName(tr("Export"));
    button->setToolTip(tr("Write the profile or the graph to files"));
    button->setIcon(themedIcon(u"export"_s));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menus.exports);
    addWidget(button);
    for (QAction* action :
        {actions.open, actions.inputs, actions.runMany, actions.swap, actions.continuous, actions.stop})
        wordy_ << qobject_cast<QToolButton*>(widgetForAction(action));
    wordy_.insert(2, button);
    wordy_ << qobject_cast<QToolButton*>(widgetForAction(actions.run));
    connect(&session, &Session::settingsChanged, this, &RunBar::showSettings);
    showSettings();
}

bool RunBar::fits() const
{
    layout()->invalidate(); // buttons that had no room are hidden, and hidden ones do not tell the layout
    return layout()->sizeHint().width() <= width();
}

void RunBar::fit()
{
    for (QToolButton* button : std::as_const(wordy_))
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    engine_->setMinimumContentsLength(longEngineName);
    if (fits())
        return;
    engine_->setMinimumContentsLength(shortEngineName);
    for (QToolButton* button : std::as_const(wordy_)) {
        if (fits())
            return;
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
}

void RunBar::resizeEvent(QResizeEvent* event)
{
    fit();
    QToolBar::resizeEvent(event);
}

void RunBar::changeEvent(QEvent* event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

int RunBar::runs() const { return runs_->value(); }

void RunBar::addMenuButton(QAction* action, QMenu* menu, const QString& name)
{
    addAction(action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
    button->setObjectName(name);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::MenuButtonPopup);
}

void RunBar::makeEngine()
{
    engine_->setObjectName(u"engine"_s);
    engine_->setAccessibleName(tr("Engine"));
    engine_->setAccessibleDescription(tr("Engine"));
    engine_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    engine_->setMinimumContentsLength(longEngineName);
    engine_->setMaximumWidth(240);
    engine_->view()->setTextElideMode(Qt::ElideMiddle);
    addWidget(engine_);
    connect(engine_, &QComboBox::activated, this, [this](int index) {
        const QString id = engine_->itemData(index).toString();
        engineRestored_ = true;
        settings_.setEngine(id);
        session_.setEngine(id);
    });
}

void RunBar::makeBatch()
{
    batch_ = makeSpin(this, u"batch"_s, tr("Batch size"), tr("Samples in one run"), mostBatch);
    batch_->setPrefix(tr("batch "));
    addWidget(batch_);
    connect(batch_, &QSpinBox::valueChanged, this, [this](int batch) { session_.setBatch(batch); });
}

void RunBar::makeRuns()
{
    runs_ = makeSpin(this, u"runCount"_s, tr("Number of runs"), tr("How many times Run N runs"),
        Settings::mostRunsPerClick);
    runs_->setPrefix(u"N = "_s);
    runs_->setValue(settings_.runsPerClick());
    addWidget(runs_);
    connect(runs_, &QSpinBox::valueChanged, this, [this](int runs) { settings_.setRunsPerClick(runs); });
}

void RunBar::showSettings()
{
    restoreEngine();
    showEngines();
    const QSignalBlocker blocker(batch_);
    batch_->setValue(session_.batch());
}

void RunBar::restoreEngine()
{
    if (engineRestored_)
        return;
    const QString wanted = settings_.engine();
    for (const EngineChoice& choice : session_.engines()) {
        if (choice.id != wanted || !choice.available)
            continue;
        engineRestored_ = true;
        if (session_.engine() != wanted)
            session_.setEngine(wanted);
        return;
    }
}

void RunBar::showEngines()
{
    const auto choices = session_.engines();
    bool same = engine_->count() == int(choices.size());
    for (int i = 0; same && i < engine_->count(); ++i)
        same = engine_->itemData(i).toString() == choices[size_t(i)].id
            && engine_->itemText(i) == choices[size_t(i)].label;
    if (!same) {
        engine_->clear();
        for (const EngineChoice& choice : choices)
            engine_->addItem(choice.label, choice.id);
    }
    auto* items = qobject_cast<QStandardItemModel*>(engine_->model());
    for (int i = 0; i < engine_->count(); ++i) {
        const EngineChoice& choice = choices[size_t(i)];
        items->item(i)->setEnabled(choice.available);
        engine_->setItemData(i, choice.reason, Qt::ToolTipRole);
        if (choice.id == session_.engine())
            engine_->setCurrentIndex(i);
    }
    const QString note = session_.engineNote();
    engine_->setToolTip(tr("What computes the layers") + (note.isEmpty() ? QString() : u'\n' + note));
}

} // namespace kerascope
