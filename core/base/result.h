// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace kerascope {

/// What went wrong, as the exit status of kerascope-cli counts it (cli.md).
enum class ErrorCode {
    Internal = 1, ///< a fault of ours
    Usage = 2, ///< unknown option or layer name, shapes that do not fit
    File = 3, ///< missing, unreadable or invalid file
    Unsupported = 4, ///< something in the file cannot be done
    Device = 5, ///< device, engine or memory limit
    CheckFailed = 6, ///< verify, --expect or a limit
    Cancelled = 130,
};

/// One error type for all rooms. Window and CLI show the same sentence: WHERE: WHAT; HINT.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string where; ///< file, layer, option
    Text what;
    Text hint; ///< what to do; may be empty

    /// "WHERE: WHAT; HINT" in English, one line.
    std::string english() const;
};

inline Error cancelled() { return {ErrorCode::Cancelled, {}, {msg("core", "cancelled")}, {}}; }

/// A value or an Error.
template <class T> class [[nodiscard]] Result {
public:
    Result(T value)
        : state_(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : state_(std::in_place_index<1>, std::move(error))
    {
    }

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& value() & { return std::get<0>(state_); }
    const T& value() const& { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const& { return std::get<1>(state_); }
    Error&& error() && { return std::get<1>(std::move(state_)); }

private:
    std::variant<T, Error> state_;
};

/// Success or an Error.
template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : error_(std::move(error))
    {
    }
    bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    const Error& error() const& { return *error_; }
    Error&& error() && { return std::move(*error_); }

private:
    std::optional<Error> error_;
};

} // namespace kerascope
