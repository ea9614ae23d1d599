// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace kerascope {

/// One line of plain text that is cut with "…" where there is no room for it, and then tells all of it in the
/// tooltip. Never holds a window wider than it wants to be. Rich text is cut without a mark.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void setElideMode(Qt::TextElideMode mode);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    bool isCut() const;
    Qt::TextElideMode mode_ = Qt::ElideRight;
};

} // namespace kerascope
