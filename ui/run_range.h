// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <algorithm>
#include <cstdint>
#include <utility>

namespace kerascope {

/// The runs that the user picked in a chart: every view takes its means from these alone. All runs while
/// nothing is picked.
class RunRange : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    bool isSet() const { return set_; }
    int64_t first() const { return first_; }
    int64_t last() const { return last_; }
    bool holds(int64_t run) const { return !set_ || (run >= first_ && run <= last_); }
    /// Both ends included, in any order.
    void pick(int64_t one, int64_t other)
    {
        const auto [first, last] = std::minmax(one, other);
        if (set_ && first == first_ && last == last_)
            return;
        set_ = true;
        first_ = first;
        last_ = last;
        emit changed();
    }
    void clear()
    {
        if (std::exchange(set_, false))
            emit changed();
    }

signals:
    void changed();

private:
    bool set_ = false;
    int64_t first_ = 0, last_ = 0;
};

} // namespace kerascope
