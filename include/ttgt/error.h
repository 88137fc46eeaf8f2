// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ttgt {

/// What kind of failure an Error reports, for callers that cannot tell types apart.
enum class Status : std::uint8_t {
    expression,        ///< the expression string is malformed
    invalid_argument,  ///< an operand, option or pointer cannot be used as given
    unsupported,       ///< well-formed, but outside what this build or strategy does
    out_of_memory,     ///< an allocation failed
    device,            ///< a device call failed
    interrupted,       ///< the caller asked a call to end early (ttgt/interrupt.h)
};

/// Base of everything ttgt throws. `what()` names the operand, label or column and both values.
class TTGT_EXPORT Error : public std::runtime_error {
public:
    Error(Status status, const std::string& message);
    [[nodiscard]] Status status() const noexcept { return status_; }

private:
    Status status_;
};

/// The expression does not follow the grammar. `what()` is one line, then that line of the
/// expression with a caret below the offending column.
class TTGT_EXPORT ExpressionError : public Error {
public:
    /// @param column 0-based offset into `expression`; its length where the end came too early.
    ExpressionError(const std::string& reason, const std::string& expression, std::size_t column);
    [[nodiscard]] std::size_t column() const noexcept { return column_; }

private:
    std::size_t column_;
};

/// An argument cannot be used as given; the message says of which operand and why.
class TTGT_EXPORT InvalidArgument : public Error {
public:
    explicit InvalidArgument(const std::string& message);
};

/// One label stands for two different extents.
class TTGT_EXPORT ExtentMismatch : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// An operand has another number of modes than the expression gives it labels.
class TTGT_EXPORT RankMismatch : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// More or fewer tensors were passed than the expression names.
class TTGT_EXPORT OperandCountMismatch : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// The output overlaps itself or an input in memory.
class TTGT_EXPORT OverlapError : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// A product of extents, or an address, does not fit 64 bits.
class TTGT_EXPORT SizeOverflow : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// Well-formed, but outside what this build or the chosen strategy does.
class TTGT_EXPORT Unsupported : public Error {
public:
    explicit Unsupported(const std::string& message);
};

/// An allocation failed; the message says how many bytes were asked for and what for.
class TTGT_EXPORT OutOfMemory : public Error {
public:
    explicit OutOfMemory(const std::string& message);
};

/// A device call failed; the message gives the call, the error's name and its text.
class TTGT_EXPORT DeviceError : public Error {
public:
    explicit DeviceError(const std::string& message);
};

}  // namespace ttgt
