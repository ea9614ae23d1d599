// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/selection.h"

#include <QWidget>
#include <memory>
#include <vector>

namespace kerascope {

class GraphBar;
class GraphCanvas;
struct GraphPicture;
struct LayerFigure;
struct SessionModel;

/// What the boxes are filled by.
enum class HeatKind { None, Time, Memory, Parameters, Flops };

/// The layer graph of a model: a strip with search, heat and zoom above a drawing of its own (raster; only
/// what is in sight is touched). The layout runs in a thread of the view; the GUI thread never waits for it.
/// Usage: setModel, setTicked after every change of the ticks, setFigures after every change of the numbers.
class GraphView : public QWidget {
    Q_OBJECT
public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    /// Null = empty. Ticks, figures, folding and selection of the model before are dropped.
    void setModel(std::shared_ptr<const SessionModel> model);
    void setTicked(const LayerSelection& selection);
    /// By LayerId. `stale`: from the model or ticks before, shown in grey.
    void setFigures(const std::vector<LayerFigure>& figures, bool stale = false);

    LayerId selectedLayer() const;
    HeatKind heat() const;
    bool logarithmicHeat() const;
    double zoom() const; ///< 1 = 100 %
    /// The layout of the current model and folding is on the screen.
    bool settled() const;
    bool folded(LayerId container) const;

    /// All that an export needs, for GraphExporter.
    GraphPicture picture() const;
    /// The whole drawing at any scale, on the palette's base colour, everything at the nearest level of
    /// detail. `scale` 1 = 100 %; made smaller where the picture would pass 16,000 pixels a side or 256 MB.
    /// Code File where nothing can be written, Usage where there is nothing to draw.
    Result<void> exportPng(const QString& path, double scale = 2) const;
    Result<void> exportSvg(const QString& path) const;

    /// Motion of 150 ms at fit and zoom-to; on unless the system says otherwise.
    void setAnimated(bool animated);

public slots:
    /// Of a shared layer its first call; noId = none. Does not emit layerSelected.
    void selectLayer(kerascope::LayerId layer);
    void setHeat(kerascope::HeatKind heat);
    void setLogarithmicHeat(bool logarithmic);
    void fit();
    void zoomIn();
    void zoomOut();
    void actualSize();
    /// Brings the layer to the middle at a readable scale, unfolding what hides it.
    void zoomTo(kerascope::LayerId layer);
    /// Marks the layers whose name, type or output shape holds the text; goes to the first one.
    void search(const QString& text);
    void searchNext();
    void searchPrevious();
    void focusSearch();
    void setFolded(kerascope::LayerId container, bool folded);
    void foldAll();
    void unfoldAll();

signals:
    void layerSelected(kerascope::LayerId layer); ///< by the user; noId = nothing
    void layerActivated(kerascope::LayerId layer); ///< double click or Return on a leaf
    void tickChanged(kerascope::LayerId layer, bool ticked); ///< a container means all inside
    void ticksRequested(const kerascope::LayerSelection& selection); ///< "Tick everything that feeds it"
    void zoomChanged(double zoom);
    void laidOut(); ///< settled() became true

private:
    GraphBar* bar_;
    GraphCanvas* canvas_;
};

} // namespace kerascope
