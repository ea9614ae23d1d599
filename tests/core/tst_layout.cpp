// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layout.h"
#include "core/layout/layout_cache.h"
#include "layout_checks.h"

#include <QElapsedTimer>
#include <QtTest>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

using namespace kerascope;
using namespace kerascope::tests;

namespace {

LayoutResult drawn(const LayoutGraph& graph, LayoutCache* cache = nullptr)
{
    auto result = layoutGraph(graph, {}, {}, cache);
    if (!result) {
        QTest::qFail(result.error().english().c_str(), __FILE__, __LINE__);
        return {};
    }
    return std::move(*result);
}

bool same(const LayoutResult& a, const LayoutResult& b)
{
    if (a.nodes != b.nodes || a.containers != b.containers || a.routes.size() != b.routes.size())
        return false;
    for (size_t i = 0; i < a.routes.size(); ++i) {
        if (a.routes[i].points != b.routes[i].points || a.routes[i].edges != b.routes[i].edges)
            return false;
    }
    return a.width == b.width && a.height == b.height;
}

GraphBuilder resNet(int blocks)
{
    GraphBuilder g;
    int x = g.chain(-1, 4);
    for (int b = 0; b < blocks; ++b) {
        const int main = g.chain(x, 7);
        const int side = b % 3 == 0 ? g.chain(x, 2) : x;
        const int add = g.node();
        g.edge(main, add);
        g.edge(side, add);
        x = g.chain(add, 1);
    }
    return g;
}

GraphBuilder denseChain(int count, int reach)
{
    GraphBuilder g;
    for (int i = 0; i < count; ++i) {
        const int node = g.node();
        for (int back = 1; back <= std::min(reach, i); ++back)
            g.edge(node - back, node);
    }
    return g;
}

/// input → [a1 a2] → [[b1] b2] → output, and a skip edge from a2 to output.
GraphBuilder nested(bool folded)
{
    GraphBuilder g;
    const int input = g.node();
    const int first = g.container();
    const int second = g.container(-1, folded);
    const int inner = g.container(second);
    const int a = g.chain(input, 2, first);
    const int b1 = g.chain(a, 1, inner);
    const int b2 = g.node(second);
    g.edge(b1, b2);
    g.edge(a, b2);
    const int output = g.node();
    g.edge(b2, output);
    g.edge(b1, output);
    g.edge(a, output);
    return g;
}

} // namespace

class TestLayout : public QObject {
    Q_OBJECT

private slots:
    void emptyGraph();
    void badInput();
    void plainChainIsAStraightColumn();
    void chainOfTwentyThousand();
    void treesHaveNoCrossings_data();
    void treesHaveNoCrossings();
    void residualTrunkIsStraight();
    void equalBranchesAreSymmetric();
    void longEdgesPassBoxes();
    void containersUnfolded();
    void containersFolded();
    void cycleAroundContainer();
    void randomGraphs();
    void isDeterministic();
    void cacheKeepsUnchangedContainers();
    void cacheIsBounded();
    void cancels();
    void denseGraphStaysNarrow();
    void tensOfThousandsInTime();
};

void TestLayout::emptyGraph()
{
    const auto result = drawn({});
    QVERIFY(result.nodes.empty() && result.routes.empty());
    GraphBuilder g;
    g.container();
    QCOMPARE(checkDrawing(g.graph, drawn(g.graph)), std::string());
}

void TestLayout::badInput()
{
    GraphBuilder edge;
    edge.edge(edge.node(), 7);
    GraphBuilder size;
    size.graph.nodes.push_back({std::nan(""), 10, -1});
    GraphBuilder parent;
    parent.node(3);
    GraphBuilder cycle;
    cycle.container(1);
    cycle.container(0);
    for (const auto* g : {&edge, &size, &parent, &cycle}) {
        const auto result = layoutGraph(g->graph);
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, ErrorCode::Internal);
    }
}

void TestLayout::plainChainIsAStraightColumn()
{
    GraphBuilder g;
    g.chain(-1, 50);
    g.graph.nodes[10].width = 300;
    const auto result = drawn(g.graph);
    QCOMPARE(checkDrawing(g.graph, result), std::string());
    for (const auto& rect : result.nodes)
        QCOMPARE(rect.centreX(), result.nodes[0].centreX());
    for (const auto& route : result.routes)
        QCOMPARE(route.points.size(), size_t{2});
}

void TestLayout::chainOfTwentyThousand()
{
    GraphBuilder g;
    g.chain(-1, 20000);
    const auto result = drawn(g.graph);
    QCOMPARE(result.routes.size(), size_t{19999});
    for (size_t i = 1; i < result.nodes.size(); ++i)
        QVERIFY(result.nodes[i].y >= result.nodes[i - 1].bottom());
    QCOMPARE(result.nodes.front().centreX(), result.nodes.back().centreX());
}

void TestLayout::treesHaveNoCrossings_data()
{
    QTest::addColumn<bool>("merging");
    QTest::newRow("forking") << false;
    QTest::newRow("merging") << true;
}

void TestLayout::treesHaveNoCrossings()
{
    QFETCH(bool, merging);
    std::mt19937 random(7);
    GraphBuilder g;
    g.node();
    for (int i = 1; i < 300; ++i) {
        const int other = static_cast<int>(random() % static_cast<unsigned>(i));
        const int node = g.node();
        g.edge(merging ? node : other, merging ? other : node);
    }
    const auto result = drawn(g.graph);
    QCOMPARE(result.crossings, int64_t{0});
    QCOMPARE(checkDrawing(g.graph, result), std::string());
}

void TestLayout::residualTrunkIsStraight()
{
    const auto g = resNet(9);
    const auto result = drawn(g.graph);
    QCOMPARE(checkDrawing(g.graph, result), std::string());
    QCOMPARE(result.crossings, int64_t{0});
    // All but the two layers of each third shortcut stand on the trunk.
    int beside = 0;
    for (const auto& rect : result.nodes)
        beside += std::abs(rect.centreX() - result.nodes[0].centreX()) > 0.01;
    QCOMPARE(beside, 6);
    for (const auto& route : result.routes) {
        for (size_t i = 2; i + 2 < route.points.size(); ++i)
            QCOMPARE(route.points[i].x, route.points[i - 1].x);
    }
}

void TestLayout::equalBranchesAreSymmetric()
{
    for (const int branches : {2, 3, 4, 5}) {
        GraphBuilder g;
        const int fork = g.node();
        std::vector<int> ends;
        for (int i = 0; i < branches; ++i)
            ends.push_back(g.chain(fork, 2));
        const int merge = g.node();
        for (int end : ends)
            g.edge(end, merge);
        const auto result = drawn(g.graph);
        QCOMPARE(checkDrawing(g.graph, result), std::string());
        QCOMPARE(result.crossings, int64_t{0});
        const auto middle = [&](int node) { return result.nodes[static_cast<size_t>(node)].centreX(); };
        const double axis = middle(fork);
        QVERIFY(std::abs(middle(merge) - axis) < 0.01);
        for (size_t i = 0; i < ends.size(); ++i)
            QVERIFY(std::abs(middle(ends[i]) + middle(ends[ends.size() - 1 - i]) - 2 * axis) < 0.01);
    }
}

void TestLayout::longEdgesPassBoxes()
{
    GraphBuilder g; // a U-Net: nested skip edges
    int x = g.node();
    std::vector<int> skips;
    for (int i = 0; i < 4; ++i) {
        x = g.chain(x, 2);
        skips.push_back(x);
        x = g.chain(x, 1);
    }
    for (int i = 3; i >= 0; --i) {
        const int concat = g.chain(x, 2);
        g.edge(skips[static_cast<size_t>(i)], concat);
        x = g.chain(concat, 2);
    }
    const auto result = drawn(g.graph);
    QCOMPARE(checkDrawing(g.graph, result), std::string());
    QCOMPARE(result.crossings, int64_t{0});
    for (const auto& rect : result.nodes)
        QCOMPARE(rect.centreX(), result.nodes[0].centreX());
}

void TestLayout::containersUnfolded()
{
    const auto g = nested(false);
    const auto result = drawn(g.graph);
    QCOMPARE(checkDrawing(g.graph, result), std::string());
    QCOMPARE(result.routes.size(), g.graph.edges.size());
    QCOMPARE(std::count(result.nodeVisible.begin(), result.nodeVisible.end(), 0), 0);
}

void TestLayout::containersFolded()
{
    const auto g = nested(true);
    const auto result = drawn(g.graph);
    QCOMPARE(checkDrawing(g.graph, result), std::string());
    QCOMPARE(result.containers[1].width, g.graph.containers[1].foldedWidth);
    QVERIFY(!result.containerVisible[2]);
    QCOMPARE(std::count(result.nodeVisible.begin(), result.nodeVisible.end(), 1), 4);
    // input→a1, a1→a2, a2→folded (twice), folded→output (twice), a2→output
    QCOMPARE(result.routes.size(), size_t{5});
    const auto into = std::find_if(result.routes.begin(), result.routes.end(),
        [](const LayoutRoute& route) { return route.toContainer == 1; });
    QVERIFY(into != result.routes.end());
    QCOMPARE(into->fromNode, 2);
    QCOMPARE(into->edges, (std::vector<int>{2, 4}));
}

void TestLayout::cycleAroundContainer()
{
    GraphBuilder g;
    const int box = g.container();
    const int a = g.chain(g.node(), 2, box);
    const int outside = g.chain(a, 2);
    const int back = g.node(box);
    g.edge(outside, back);
    g.chain(back, 1);
    const auto result = drawn(g.graph);
    QCOMPARE(checkDrawing(g.graph, result), std::string());
    QCOMPARE(std::count_if(result.routes.begin(), result.routes.end(),
                 [](const LayoutRoute& route) { return route.reversed; }),
        1);
}

void TestLayout::randomGraphs()
{
    for (unsigned seed = 0; seed < 150; ++seed) {
        const auto graph = randomGraph(seed);
        const auto result = drawn(graph);
        const auto fault = checkDrawing(graph, result);
        QVERIFY2(fault.empty(), ("seed " + std::to_string(seed) + ": " + fault).c_str());
    }
}

void TestLayout::isDeterministic()
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        const auto graph = randomGraph(seed);
        LayoutCache cache;
        const auto first = drawn(graph, &cache);
        QVERIFY(same(first, drawn(graph)));
        QVERIFY(same(first, drawn(graph, &cache)));
    }
}

void TestLayout::cacheKeepsUnchangedContainers()
{
    auto g = nested(false);
    LayoutCache cache;
    const auto before = drawn(g.graph, &cache);
    QCOMPARE(cache.misses(), size_t{4}); // top and three containers
    g.graph.containers[2].folded = true;
    drawn(g.graph, &cache);
    QCOMPARE(cache.misses(), size_t{6}); // top and the one around the folded one
    QCOMPARE(cache.hits(), size_t{1});
    g.graph.containers[2].folded = false;
    QVERIFY(same(before, drawn(g.graph, &cache)));
    QCOMPARE(cache.misses(), size_t{6});
    QCOMPARE(cache.hits(), size_t{5});
    cache.clear();
    QCOMPARE(cache.bytes(), size_t{0});
}

void TestLayout::cacheIsBounded()
{
    LayoutCache cache(20000);
    for (int length = 1; length < 60; ++length) {
        GraphBuilder g;
        g.chain(-1, length);
        drawn(g.graph, &cache);
        QVERIFY(cache.bytes() <= 20000);
    }
}

void TestLayout::cancels()
{
    const auto g = denseChain(10000, 6);
    std::stop_source stopped;
    stopped.request_stop();
    const auto refused = layoutGraph(g.graph, {}, stopped.get_token());
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::Cancelled);

    constexpr int patienceMs = 2000; // room for sanitizers and busy machines
    for (const int afterMs : {1, 10, 30, 60}) {
        std::stop_source source;
        QElapsedTimer sinceStop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(afterMs));
            sinceStop.start();
            source.request_stop();
        });
        const auto result = layoutGraph(g.graph, {}, source.get_token());
        stopper.join();
        if (result)
            continue;
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QVERIFY(sinceStop.elapsed() < patienceMs);
    }
}

void TestLayout::denseGraphStaysNarrow()
{
    const auto g = denseChain(2000, 6);
    const auto result = drawn(g.graph);
    QCOMPARE(result.nodes.front().centreX(), result.nodes.back().centreX());
    QVERIFY2(result.width < 600, std::to_string(result.width).c_str());

    // Everything joined to everything: long edges share lanes, points stay in proportion to edges.
    GraphBuilder all;
    for (int i = 0; i < 200; ++i) {
        const int node = all.node();
        for (int j = 0; j < node; ++j)
            all.edge(j, node);
    }
    const auto full = drawn(all.graph);
    QCOMPARE(checkDrawing(all.graph, full), std::string());
}

void TestLayout::tensOfThousandsInTime()
{
    // 30 to 300 ms here without sanitizers; the limit only catches quadratic behaviour.
    constexpr int patienceMs = 10000;
    QElapsedTimer timer;
    timer.start();
    const auto g = resNet(1100);
    const auto result = drawn(g.graph);
    QVERIFY(g.graph.nodes.size() > 10000);
    QCOMPARE(result.routes.size(), g.graph.edges.size());
    drawn(denseChain(10000, 6).graph);
    QVERIFY(timer.elapsed() < patienceMs);
}

QTEST_GUILESS_MAIN(TestLayout)
#include "tst_layout.moc"
