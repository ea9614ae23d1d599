// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/loading_page.h"

#include "ui/format.h"
#include "ui/translate.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int barWidth = 360;
constexpr int barSteps = 1000;
} // namespace

LoadingPage::LoadingPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , stage_(new QLabel(this))
    , amount_(new QLabel(this))
    , bar_(new QProgressBar(this))
{
    setObjectName(u"loadingPage"_s);
    setAccessibleName(tr("Loading"));
    setFocusPolicy(Qt::StrongFocus); // not the button: a second press of Return on "Open" must not cancel
    QFont large = stage_->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    stage_->setFont(large);
    bar_->setFixedWidth(barWidth);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress of loading"));
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(u"loadingCancel"_s);
    cancel->setAccessibleName(tr("Cancel loading"));
    connect(cancel, &QPushButton::clicked, this, [this] { session_.cancel(); });
    auto* layout = new QVBoxLayout(this);
    layout->addStretch();
    for (QWidget* widget : {static_cast<QWidget*>(stage_), static_cast<QWidget*>(bar_),
             static_cast<QWidget*>(amount_), static_cast<QWidget*>(cancel)})
        layout->addWidget(widget, 0, Qt::AlignHCenter);
    layout->addStretch();
    connect(&session, &Session::progressChanged, this, &LoadingPage::showProgress);
    showProgress();
}

void LoadingPage::showProgress()
{
    const auto progress = session_.progress();
    const bool known = progress && progress->total > 0;
    const QString stage = progress ? translateText(progress->stage) : QString();
    stage_->setText(stage.isEmpty() ? tr("Opening…") : stage);
    bar_->setRange(0, known ? barSteps : 0);
    if (known)
        bar_->setValue(int(double(progress->done) / double(progress->total) * barSteps));
    amount_->setText(!known   ? QString()
            : progress->bytes ? formatBytesOf(progress->done, progress->total)
                              : tr("%1 of %2").arg(progress->done).arg(progress->total));
}

} // namespace kerascope
