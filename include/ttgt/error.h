// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ttgt {

/// The kind of failure that an Error reports, for callers that cannot catch by C++ type.
enum class Status : std::uint8_t {
    expression,        ///< the expression string is malformed
    invalid_argument,  ///< an operand, option or pointer cannot be used as given
    unsupported,       ///< well-formed, but this build, device or strategy cannot do it
    out_of_memory,     ///< an allocation failed
    device,            ///< a call of a device's library failed
    interrupted,       ///< the function of an InterruptScope ended the call (ttgt/interrupt.h)
    shape,             ///< extents or numbers of modes do not go together
    operands,          ///< the call has more or fewer tensors than the expression
    aliased_output,    ///< two elements of the output have the same address
    overlap,           ///< the output overlaps another operand in memory
};

/// Base class of all exceptions that ttgt throws. what() names what is wrong: the operand, label or
/// column, and for a mismatch both values.
class TTGT_EXPORT Error : public std::runtime_error {
public:
    Error(Status status, const std::string& message);
    [[nodiscard]] Status status() const noexcept { return status_; }

private:
    Status status_;
};

/// The expression does not follow the grammar. what() is one line with the reason, then the wrong
/// line of the expression, then a caret below the wrong column.
class TTGT_EXPORT ExpressionError : public Error {
public:
    /// @param column Offset of the error in `expression`, from 0. The length of `expression` where
    /// the expression ends too early.
    ExpressionError(const std::string& reason, const std::string& expression, std::size_t column);
    [[nodiscard]] std::size_t column() const noexcept { return column_; }

private:
    std::size_t column_;
};

/// An argument cannot be used as given. The message names the operand or option and the reason.
class TTGT_EXPORT InvalidArgument : public Error {
public:
    explicit InvalidArgument(const std::string& message);

protected:
    /// For derived classes that have a status of their own.
    InvalidArgument(Status status, const std::string& message);
};

/// Extents or numbers of modes do not go together. The base class of ExtentMismatch and
/// RankMismatch.
class TTGT_EXPORT ShapeMismatch : public InvalidArgument {
public:
    explicit ShapeMismatch(const std::string& message);
};

/// One label has different extents in two places.
class TTGT_EXPORT ExtentMismatch : public ShapeMismatch {
public:
    using ShapeMismatch::ShapeMismatch;
};

/// The number of modes of an operand differs from the number of its labels in the expression.
class TTGT_EXPORT RankMismatch : public ShapeMismatch {
public:
    using ShapeMismatch::ShapeMismatch;
};

/// The number of tensors passed differs from the number of tensors in the expression.
class TTGT_EXPORT OperandCountMismatch : public InvalidArgument {
public:
    explicit OperandCountMismatch(const std::string& message);
};

/// The output overlaps another operand in memory or, as AliasedOutput, itself.
class TTGT_EXPORT OverlapError : public InvalidArgument {
public:
    explicit OverlapError(const std::string& message);

protected:
    /// For derived classes that have a status of their own.
    OverlapError(Status status, const std::string& message);
};

/// Two elements of the output have the same address.
class TTGT_EXPORT AliasedOutput : public OverlapError {
public:
    explicit AliasedOutput(const std::string& message);
};

/// A number of elements or bytes, or an address, exceeds 64-bit integers.
class TTGT_EXPORT SizeOverflow : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// A file cannot be read or written, or does not hold what is needed. The message starts with the
/// file's path.
class TTGT_EXPORT FileError : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
    FileError(const std::string& path, const std::string& reason);
};

/// The request is well-formed, but this build, device or strategy cannot do it.
class TTGT_EXPORT Unsupported : public Error {
public:
    explicit Unsupported(const std::string& message);
};

/// An allocation failed. The message gives the number of bytes and their purpose.
class TTGT_EXPORT OutOfMemory : public Error {
public:
    explicit OutOfMemory(const std::string& message);
};

/// A call of a device's library failed. The message gives the call, the error's name and its text.
class TTGT_EXPORT DeviceError : public Error {
public:
    explicit DeviceError(const std::string& message);
};

}  // namespace ttgt
