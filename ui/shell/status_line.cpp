// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/icons.h"
#include "ui/translate.h"

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

QString stateName(SessionState state)
{
    switch (state) {
    case SessionState::Empty:
        return StatusLine::tr("Empty");
    case SessionState::Loading:
        return StatusLine::tr("Loading");
    case SessionState::Ready:
        return StatusLine::tr("Ready");
    case SessionState::Running:
        return StatusLine::tr("Running");
    case SessionState::Swapping:
        return StatusLine::tr("Swapping");
    case SessionState::Failed:
        break;
    }
    return StatusLine::tr("Failed");
}

QString stateIcon(SessionState state)
{
    switch (state) {
    case SessionState::Empty:
        return u"empty"_s;
    case SessionState::Loading:
        return u"loading"_s;
    case SessionState::Ready:
        return u"ready"_s;
    case SessionState::Running:
        return u"run"_s;
    case SessionState::Swapping:
        return u"swap"_s;
    case SessionState::Failed:
        break;
    }
    return u"error"_s;
}

StatusLine::StatusLine(Session& session, QStatusBar* bar)
    : QObject(bar)
    , session_(session)
    , stateIcon_(new QLabel(bar))
    , state_(new QLabel(bar))
    , model_(new ElidedLabel(bar))
    , engine_(new ElidedLabel(bar))
    , loaded_(new ElidedLabel(bar))
    , stage_(new ElidedLabel(bar))
    , progress_(new QProgressBar(bar))
    , cancel_(new QToolButton(bar))
{
    bar->setObjectName(u"statusBar"_s);
    bar->setAccessibleName(tr("Status"));
    state_->setObjectName(u"statusState"_s);
    QFont strong = state_->font();
    strong.setBold(true);
    state_->setFont(strong);
    model_->setObjectName(u"statusModel"_s);
    model_->setElideMode(Qt::ElideMiddle);
    engine_->setElideMode(Qt::ElideMiddle);
    engine_->setObjectName(u"statusEngine"_s);
    loaded_->setObjectName(u"statusLoaded"_s);
    stage_->setObjectName(u"statusStage"_s);
    progress_->setObjectName(u"statusProgress"_s);
    progress_->setAccessibleName(tr("Progress"));
    progress_->setMaximumWidth(180);
    progress_->setMaximumHeight(14);
    progress_->setTextVisible(false);
    cancel_->setObjectName(u"statusCancel"_s);
    cancel_->setText(tr("Cancel"));
    cancel_->setAccessibleName(tr("Cancel"));
    cancel_->setToolTip(tr("Cancel what goes on; the model before stays"));
    for (QWidget* widget : {static_cast<QWidget*>(stateIcon_), static_cast<QWidget*>(state_),
             static_cast<QWidget*>(model_), static_cast<QWidget*>(engine_), static_cast<QWidget*>(loaded_)})
        bar->addWidget(widget);
    bar->addPermanentWidget(stage_);
    bar->addPermanentWidget(progress_);
    bar->addPermanentWidget(cancel_);
    connect(cancel_, &QToolButton::clicked, this, [this] { session_.cancel(); });
    connect(&session, &Session::stateChanged, this, &StatusLine::showState);
    connect(&session, &Session::stateChanged, this, &StatusLine::showProgress);
    connect(&session, &Session::modelChanged, this, &StatusLine::showModel);
    connect(&session, &Session::settingsChanged, this, &StatusLine::showEngine);
    connect(&session, &Session::loadedChanged, this, &StatusLine::showLoaded);
    connect(&session, &Session::modelChanged, this, &StatusLine::showLoaded);
    connect(&session, &Session::progressChanged, this, &StatusLine::showProgress);
    showState();
    showModel();
    showEngine();
    showLoaded();
    showProgress();
}

void StatusLine::showState()
{
    state_->setText(stateName(session_.state()));
    stateIcon_->setPixmap(themedIcon(stateIcon(session_.state())).pixmap(16, 16));
    const auto error = session_.lastError();
    state_->setToolTip(session_.state() == SessionState::Failed && error ? errorText(*error) : QString());
}

void StatusLine::showModel()
{
    const auto model = session_.model();
    model_->setText(model ? model->title : tr("No model"));
    model_->setToolTip(model && model->file && !model->file->files.empty()
            ? QString::fromStdString(model->file->files.front().path.string())
            : QString());
}

void StatusLine::showEngine()
{
    engine_->clear();
    for (const EngineChoice& choice : session_.engines())
        if (choice.id == session_.engine())
            engine_->setText(u"·  "_s + choice.label);
    engine_->setToolTip(session_.engineNote());
}

void StatusLine::showLoaded()
{
    const LoadedPart part = session_.loaded();
    loaded_->setVisible(part.layersTotal > 0);
    loaded_->setText(u"·  "_s
        + tr("loaded %1 of %2 layers, %3")
              .arg(part.layers)
              .arg(part.layersTotal)
              .arg(formatBytesOf(part.bytesRead, part.bytesTotal)));
    loaded_->setToolTip(tr("%1 read from the file").arg(exactBytes(part.bytesRead)));
}

void StatusLine::showProgress()
{
    const auto progress = session_.progress();
    stage_->setVisible(progress.has_value());
    progress_->setVisible(progress.has_value());
    cancel_->setVisible(progress.has_value());
    if (!progress)
        return;
    QString text = translateText(progress->stage);
    if (progress->total > 0)
        text += u"  "_s
            + (progress->bytes ? formatBytesOf(progress->done, progress->total)
                               : tr("%1 of %2").arg(progress->done).arg(progress->total));
    stage_->setText(text);
    constexpr int steps = 1000;
    progress_->setRange(0, progress->total > 0 ? steps : 0);
    if (progress->total > 0)
        progress_->setValue(int(double(progress->done) / double(progress->total) * steps));
}

} // namespace kerascope
