// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace kerascope {

/// What an empty window shows: a drop zone, the recent files and the sample.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    void setRecentFiles(const QStringList& entries);
    /// A drag with files hovers over the window.
    void setDropHighlight(bool on);

signals:
    void openRequested();
    void sampleRequested();
    void pathsRequested(const QStringList& paths);

private:
    QWidget* dropZone_;
    QWidget* recentBox_;
    QVBoxLayout* recentLayout_;
    QPushButton* sample_;
};

} // namespace kerascope
