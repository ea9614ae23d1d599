// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/session/app_session.h"
#include "app/window_watch.h"
#include "ui/application.h"
#include "ui/graph/graph_export.h"
#include "ui/graph/graph_exporter.h"
#include "ui/graph/graph_view.h"
#include "ui/layer_figures.h"
#include "ui/layer_focus.h"
#include "ui/main_window.h"
#include "ui/settings.h"
#include "ui/ticks.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QOffscreenSurface>

namespace {

using namespace kerascope;

/// The graph looks at the same layer, ticks and figures as list and charts.
void connectGraph(Session& session, MainWindow& window, GraphView& graph)
{
    // A new model drops ticks and figures in the graph, and the window heard of it before: give them again.
    QObject::connect(&session, &Session::modelChanged, &graph, [&] {
        graph.setModel(session.model());
        graph.setTicked(window.ticks().selection());
        graph.setFigures(window.figures().figures(), !window.figures().planned());
    });
    QObject::connect(
        &window.ticks(), &Ticks::changed, &graph, [&] { graph.setTicked(window.ticks().selection()); });
    QObject::connect(&graph, &GraphView::tickChanged, &window.ticks(), &Ticks::tick);
    QObject::connect(&graph, &GraphView::ticksRequested, &window.ticks(), &Ticks::setSelection);
    QObject::connect(&graph, &GraphView::layerSelected, &window.focus(), &LayerFocus::setLayer);
    QObject::connect(&window.focus(), &LayerFocus::changed, &graph, &GraphView::selectLayer);
    QObject::connect(&window.figures(), &LayerFigures::changed, &graph,
        [&] { graph.setFigures(window.figures().figures(), !window.figures().planned()); });
}

/// Pictures of the graph are drawn in the background; the window tells how it goes.
void connectPictures(MainWindow& window, GraphView& graph)
{
    auto* exporter = new GraphExporter(&graph);
    QObject::connect(
        &window, &MainWindow::graphPngRequested, exporter, [&graph, exporter](const QString& file) {
            exporter->start(graph.picture(), file, GraphExporter::Format::Png);
        });
    QObject::connect(
        &window, &MainWindow::graphSvgRequested, exporter, [&graph, exporter](const QString& file) {
            exporter->start(graph.picture(), file, GraphExporter::Format::Svg);
        });
    QObject::connect(&window, &MainWindow::workCancelled, exporter, &GraphExporter::cancel);
    QObject::connect(exporter, &GraphExporter::progressed, &window, &MainWindow::tellWork);
    QObject::connect(exporter, &GraphExporter::written, &window, &MainWindow::tellWritten);
    QObject::connect(exporter, &GraphExporter::failed, &window, &MainWindow::tellError);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const Settings settingsForStart;
    setUpApplication(application, settingsForStart);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("files"), QStringLiteral("A model, or an architecture and its weights."));
    const QCommandLineOption timeToWindow(
        QStringLiteral("time-to-window"), QStringLiteral("Print the time to the first window and end."));
    parser.addOption(timeToWindow);
    const QCommandLineOption gaps(QStringLiteral("gaps"),
        QStringLiteral("Swap through the files, print the longest pause of the window for each, and end."));
    parser.addOption(gaps);
    const QCommandLineOption sample(QStringLiteral("sample"), QStringLiteral("Open the built-in sample."));
    parser.addOption(sample);
    parser.process(application);

    Settings settings;
    AppSession session(engineFactory(0, makeSurface()));
    MainWindow window(session, settings);
    auto* graph = new GraphView(&window);
    connectGraph(session, window, *graph);
    connectPictures(window, *graph);
    window.setGraph(graph);
    FirstPaint firstPaint;
    if (parser.isSet(timeToWindow))
        window.installEventFilter(&firstPaint);
    window.show();
    if (parser.isSet(gaps))
        new SwapTour(session, parser.positionalArguments(), &window);
    else if (!parser.positionalArguments().isEmpty())
        window.openPaths(parser.positionalArguments());
    else if (parser.isSet(sample))
        window.openSample();
    return QApplication::exec();
}
