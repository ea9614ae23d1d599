// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/tensor_statistics.h"

#include <QWidget>
#include <optional>

namespace kerascope {

/// The histogram of one tensor, with its ends written out; hovering tells a bin.
class HistogramView : public QWidget {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);
    void setStatistics(std::optional<TensorStatistics> statistics);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    std::optional<TensorStatistics> statistics_;
    int hoverBin_ = -1;
};

} // namespace kerascope
