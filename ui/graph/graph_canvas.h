// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_painter.h"
#include "ui/graph/layout_worker.h"

#include <QAbstractScrollArea>
#include <QPoint>
#include <QTimer>
#include <QVariantAnimation>
#include <memory>
#include <optional>

namespace kerascope {

class Minimap;
struct SessionModel;

/// The drawing itself: keeps the scene, its layout and the camera, and turns mouse and keys into signals and
/// motion. See GraphView for what the public functions mean.
class GraphCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);
    ~GraphCanvas() override;

    void setModel(std::shared_ptr<const SessionModel> model);
    void setTicked(const LayerSelection& selection);
    void setFigures(const std::vector<LayerFigure>& figures, bool stale);
    void setHeat(HeatKind kind, bool logarithmic);
    void setAnimated(bool animated) { animated_ = animated; }

    const GraphScene& scene() const { return scene_; }
    const GraphMetrics& metrics() const { return metrics_; }
    const GraphStyle& graphStyle() const { return style_; }
    const Camera& camera() const { return camera_; }
    bool settled() const { return !scene_.empty() && answered_ == asked_; }

    /// What paintEvent paints, on any device.
    void paintTo(QPainter& painter, const QRect& window);

    void selectLayer(LayerId layer);
    void zoomToLayer(LayerId layer);
    void fit();
    void zoomBy(double factor);
    void zoomToFactor(double zoom);
    void setFolded(int item, bool folded);
    void setAllFolded(bool folded);
    bool isFolded(int item) const;
    /// Marks and goes to the first match.
    void search(const QString& text);
    void searchStep(int step); ///< +1, −1: round and round
    int searchPlace() const { return searchPlace_; } ///< index in scene().found(), −1 = none

    // for the accessible children
    QRect itemRect(int item) const; ///< in the canvas's own coordinates
    int itemAt(const QPoint& at) const { return hitAt(at).item; } ///< in the viewport's; −1 = none
    void activateItem(int item);
    void toggleTick(int item);
    void selectItem(int item, bool byUser);
    void moveCamera(const Camera& camera, bool animated);
    QSizeF windowSize() const { return viewport()->size(); }

signals:
    void layerSelected(kerascope::LayerId layer);
    void layerActivated(kerascope::LayerId layer);
    void tickChanged(kerascope::LayerId layer, bool ticked);
    void ticksRequested(const kerascope::LayerSelection& selection);
    void zoomChanged(double zoom);
    void laidOut();
    void heatChanged(); ///< scale or its ends
    void foundChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// What lies under a point of the viewport.
    struct Hit {
        enum Part { Nothing, Body, Tick, Fold } part = Nothing;
        int item = -1;
    };
    /// A place that stays on the screen while the graph is laid out anew.
    struct Anchor {
        int item = -1;
        QPointF window; ///< of the item's upper middle
    };

    void restyle();
    void retranslate();
    void askForLayout(std::vector<char> folded, bool newTexts = false);
    void takeLayout();
    void placeCamera(bool first);
    void openCamera();
    void refold(std::vector<char> folded, int anchorItem);
    void setCamera(const Camera& camera);
    void updateScrollBars();
    void showMessage(QPainter& painter) const;
    void selectionMoved();
    void reveal(int item); ///< unfolds what hides it, then centres it
    void centreOn(int item);

    Hit hitAt(const QPointF& at) const;
    void showHover(const QPointF& at);
    void showToolTip(const QPoint& at, const QPoint& global);
    int neighbour(int item, int key) const;
    bool scrollByKey(int key);
    void openMenu(int item, const QPoint& global);

    std::shared_ptr<const SessionModel> model_;
    LayoutWorker worker_;
    int asked_ = 0, answered_ = 0;
    std::vector<char> folded_; ///< by item, as asked for; the layout may still be on its way
    bool firstLayout_ = false;
    std::optional<Error> layoutError_;
    Anchor anchor_;
    int pendingReveal_ = -1;

    GraphScene scene_;
    GraphMetrics metrics_;
    GraphStyle style_;
    TextCache texts_;
    Camera camera_;
    Minimap* minimap_;
    QVariantAnimation motion_;
    bool animated_ = true;
    bool settingBars_ = false;
    bool untouched_ = false; ///< the camera is where the first look put it
    int searchPlace_ = -1;

    Hit pressed_;
    QPoint pressedAt_;
    QPointF pressedOffset_;
    bool panning_ = false;
};

} // namespace kerascope
