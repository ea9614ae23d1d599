// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace kerascope {

class Session;

/// The built-in sample: unpacked into the cache folder, opened, given a picture of a digit, and run.
class Sample : public QObject {
    Q_OBJECT
public:
    explicit Sample(Session& session, QObject* parent = nullptr);
    void open();
    /// True while the sample is the open model.
    bool isOpen() const;
    static QString labelFile();

private:
    void giveInput();
    void runWhenReady();

    Session& session_;
    QString folder_;
    bool inputWanted_ = false;
    bool runWanted_ = false;
};

} // namespace kerascope
