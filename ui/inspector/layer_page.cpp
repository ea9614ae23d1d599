// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/layer_page.h"

#include "ui/background.h"
#include "ui/category.h"
#include "ui/format.h"
#include "ui/inspector/treat_as_box.h"
#include "ui/layer_figures.h"
#include "ui/theme.h"
#include "ui/translate.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr size_t mostConfigCharacters = 100'000;

QString prettyConfig(const std::shared_ptr<const ModelSummary>& summary, LayerId layer)
{
    const auto& config = summary->model->layers[size_t(layer)].fileConfig;
    if (config.is_null())
        return {};
    const std::string text = config.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    QString shown = QString::fromUtf8(text.data(), qsizetype(std::min(text.size(), mostConfigCharacters)));
    if (text.size() > mostConfigCharacters)
        shown += u"\n…"_s;
    return shown;
}

void makeReadOnly(QPlainTextEdit* text, const QString& objectName, const QString& name)
{
    text->setObjectName(objectName);
    text->setAccessibleName(name);
    text->setReadOnly(true);
    text->setAcceptDrops(false);
    text->setFrameShape(QFrame::NoFrame);
}

} // namespace

LayerPage::LayerPage(const Session& session, const LayerFigures& figures, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , figures_(figures)
    , stripe_(new QWidget(this))
    , name_(new QLabel(this))
    , kind_(new QLabel(this))
    , reason_(new QLabel(this))
    , treatAs_(new TreatAsBox(this))
    , facts_(new QWidget(this))
    , config_(new QPlainTextEdit(this))
    , notes_(new QPlainTextEdit(this))
{
    setObjectName(u"layerPage"_s);
    name_->setObjectName(u"layerName"_s);
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    name_->setWordWrap(true);
    QFont strong = name_->font();
    strong.setBold(true);
    strong.setPointSizeF(strong.pointSizeF() * 1.15);
    name_->setFont(strong);
    kind_->setObjectName(u"layerKind"_s);
    kind_->setWordWrap(true);
    reason_->setObjectName(u"layerReason"_s);
    reason_->setWordWrap(true);
    stripe_->setFixedWidth(4);
    stripe_->setAutoFillBackground(true);
    auto* titles = new QVBoxLayout;
    titles->setSpacing(1);
    titles->addWidget(name_);
    titles->addWidget(kind_);
    titles->addWidget(reason_);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(stripe_);
    head->addLayout(titles, 1);

    auto* form = new QFormLayout(facts_);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(3);
    addFact(form, tr("Output shape"), u"factOutput"_s, output_);
    addFact(form, tr("Params"), u"factParams"_s, params_);
    addFact(form, tr("Weights in the engine"), u"factWeights"_s, weights_);
    addFact(form, tr("Weights in the file"), u"factStored"_s, stored_);
    addFact(form, tr("Activation"), u"factActivation"_s, activation_);
    addFact(form, tr("Workspace"), u"factWorkspace"_s, workspace_);
    addFact(form, tr("Work per run"), u"factFlops"_s, flops_);
    addFact(form, tr("Time"), u"factTime"_s, time_);
    addFact(form, tr("Calls"), u"factCalls"_s, calls_);

    makeReadOnly(config_, u"layerConfig"_s, tr("Configuration"));
    config_->setLineWrapMode(QPlainTextEdit::NoWrap);
    config_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    config_->setPlaceholderText(tr("No configuration in the file"));
    makeReadOnly(notes_, u"modelNotes"_s, tr("Notes on this model"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(treatAs_);
    layout->addWidget(facts_);
    layout->addWidget(config_, 1000);
    layout->addWidget(notes_, 1000);
    layout->addStretch(1); // holds the head at the top while the rest is hidden
    connect(&figures, &LayerFigures::changed, this, &LayerPage::showNumbers);
    connect(&session, &Session::modelChanged, this, [this] { setLayer(noId); });
    setLayer(noId);
}

void LayerPage::addFact(QFormLayout* form, const QString& name, const QString& objectName, QLabel*& value)
{
    value = new QLabel(facts_);
    value->setObjectName(objectName);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setWordWrap(true);
    value->setFont(numberFont(value->font()));
    auto* label = new QLabel(name, facts_);
    label->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(label, value);
}

void LayerPage::setLayer(LayerId layer)
{
    const auto model = session_.model();
    layer_ = model && layer >= 0 && size_t(layer) < model->summary->layers.size() ? layer : noId;
    facts_->setVisible(layer_ != noId);
    config_->setVisible(layer_ != noId);
    stripe_->setVisible(layer_ != noId);
    reason_->setVisible(false);
    treatAs_->setVisible(false);
    showNotes();
    if (layer_ == noId) {
        name_->setText(tr("No layer is selected"));
        kind_->setText(tr("Select one in the list, the graph or a chart"));
        return;
    }
    showFacts();
    showNumbers();
    showConfig();
}

void LayerPage::showFacts()
{
    const auto& summary = *session_.model()->summary;
    const Layer& layer = summary.model->layers[size_t(layer_)];
    const LayerSummary& facts = summary.layers[size_t(layer_)];
    name_->setText(QString::fromStdString(layer.path));
    kind_->setText(QString::fromStdString(layer.type) + u" · "_s + categoryName(categoryOf(layer)));
    QPalette stripe = palette();
    stripe.setColor(QPalette::Window, visibleMark(categoryColour(categoryOf(layer)), palette()));
    stripe_->setPalette(stripe);
    QStringList reasons;
    if (!layer.supported)
        reasons << tr("Cannot run: %1").arg(translateText(layer.reason));
    if (!layer.notLoaded.empty())
        reasons << tr("Weights not loaded: %1").arg(translateText(layer.notLoaded));
    reason_->setVisible(!reasons.isEmpty());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, errorColour(palette()));
    reason_->setPalette(colours);
    reason_->setText(reasons.join(u'\n'));
    treatAs_->setVisible(!layer.foreignClass.empty());
    if (!layer.foreignClass.empty()) {
        const TreatAs chosen = session_.treatAs();
        treatAs_->show(layer.foreignClass, replacementFor(chosen, layer.foreignClass));
    }
    QStringList shapes;
    for (const Shape& shape : facts.outputShapes)
        shapes << formatShape(shape, true);
    output_->setText(shapes.isEmpty() ? noValue() : shapes.join(u", "_s));
    params_->setText(facts.params == facts.trainableParams
            ? exactCount(facts.params)
            : tr("%1, of them trainable %2")
                  .arg(exactCount(facts.params), exactCount(facts.trainableParams)));
    stored_->setText(formatBytes(facts.fileBytes));
    stored_->setToolTip(exactBytes(facts.fileBytes));
    flops_->setText(facts.flops ? formatFlops(*facts.flops) : noValue());
    calls_->setText(exactCount(int64_t(layer.calls.size())));
}

void LayerPage::showNumbers()
{
    const auto& figures = figures_.figures();
    if (layer_ == noId || size_t(layer_) >= figures.size())
        return;
    const LayerFigure& figure = figures[size_t(layer_)];
    const auto show = [](QLabel* label, uint64_t bytes) {
        label->setText(formatBytes(bytes));
        label->setToolTip(exactBytes(bytes));
    };
    show(weights_, figure.weightBytes);
    show(activation_, figure.activationBytes);
    show(workspace_, figure.workspaceBytes);
    if (figure.fusedInto)
        time_->setText(tr("computed in %1")
                           .arg(QString::fromStdString(
                               session_.model()->summary->model->layers[size_t(*figure.fusedInto)].path)));
    else if (figure.lastMs && figure.meanMs)
        time_->setText(tr("last %1, mean %2, %3 of all layers")
                           .arg(formatMs(*figure.lastMs), formatMs(*figure.meanMs),
                               formatShare(figure.share.value_or(0))));
    else
        time_->setText(noValue());
}

void LayerPage::showNotes()
{
    const auto model = session_.model();
    const bool some = layer_ == noId && model && !model->summary->model->notes.empty();
    notes_->setVisible(some);
    if (!some)
        return;
    QStringList notes{notes_->accessibleName() + u":"_s};
    for (const Text& note : model->summary->model->notes)
        notes << u"• "_s + translateText(note);
    notes_->setPlainText(notes.join(u'\n'));
}

void LayerPage::showConfig()
{
    config_->clear();
    const LayerId layer = layer_;
    runInBackground(
        this, [summary = session_.model()->summary, layer] { return prettyConfig(summary, layer); },
        [this, layer, summary = session_.model()->summary](const QString& text) {
            const auto model = session_.model();
            if (layer == layer_ && model && model->summary == summary)
                config_->setPlainText(text);
        });
}

} // namespace kerascope
