// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/heat_scale.h"

#include <QWidget>

namespace kerascope {

/// The heat scale as a strip with the numbers of its ends and its middle beside it.
class HeatLegend : public QWidget {
    Q_OBJECT
public:
    explicit HeatLegend(QWidget* parent = nullptr);
    void setScale(const HeatScale& scale);
    /// A shorter strip, where the room is short.
    void setShort(bool narrow);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList labels() const;
    int stripWidth() const;
    HeatScale scale_;
    bool short_ = false;
};

} // namespace kerascope
