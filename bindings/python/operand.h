// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/ndarray.h>
#include <ttgt/c_api.h>

#include <array>
#include <cstdint>
#include <string>

namespace ttgt::python {

namespace nb = nanobind;

/// Of one tensor, as the C interface has it.
inline constexpr std::size_t most_modes = 64;

enum class Access { read, write };
/// What an element may be: a number that the engine computes with, anything that can be moved, or
/// anything that has a format, which is only good for keys.
enum class Elements { numbers, movable, any };

/// An array as the C interface takes it. What it was read from stays in place while this lives.
class Operand {
public:
    Operand() = default;
    Operand(const Operand&) = delete;  // a buffer is released once
    Operand& operator=(const Operand&) = delete;
    Operand(Operand&&) = delete;
    Operand& operator=(Operand&&) = delete;
    ~Operand();

    /// A NumPy array, or an Array of this module. False for anything else, for elements that
    /// `elements` does not include and for strides between elements: callers may cast or copy.
    /// `name` is for messages.
    bool read(nb::handle object, const char* name, Access access, Elements elements);
    /// A number, as an array of rank 0.
    void read_float(double number);
    /// A tensor of PyTorch in host memory, as torch_tensor.h reads it; false for others.
    bool read_torch(nb::handle tensor);
    /// A tensor of PyTorch in host memory or on a GPU, whether or not its gradient is recorded;
    /// false for others, and for those whose values are not what lies in memory.
    bool read_torch_anywhere(nb::handle tensor);
    /// One that torch_empty_like() or torch_copy() has just returned.
    bool read_new_torch(nb::handle tensor);

    [[nodiscard]] ttgt_tensor tensor() const;
    [[nodiscard]] void* data() const { return data_; }
    [[nodiscard]] std::int64_t size() const;
    /// Whether it was read from a NumPy array.
    [[nodiscard]] bool is_numpy() const { return has_buffer_; }
    /// Whether the engine computes with it as it lies; else it was read as Elements::any.
    [[nodiscard]] bool is_number() const { return format_ == nullptr; }
    /// Everything but the address, as bytes that are equal where all of it is.
    void append_to(std::string& key) const;

private:
    bool read_buffer(nb::handle object, const char* name, Access access, Elements elements);
    bool read_described(const nb::dlpack::dltensor& tensor);
    bool read_strides();
    void read_unusable();

    // Only the first `rank_` are ever set: clearing the rest would cost more than a small run.
    std::array<std::int64_t, most_modes> extents_;
    std::array<std::int64_t, most_modes> strides_;
    Py_buffer buffer_;
    void* data_ = nullptr;
    double number_ = 0;  ///< where there is no array that `data_` could lead to
    std::int32_t rank_ = 0;
    ttgt_dtype dtype_ = TTGT_FLOAT64;
    ttgt_space space_ = TTGT_HOST;
    std::int32_t device_ = 0;  ///< of a tensor of PyTorch on a GPU, its number
    bool has_buffer_ = false;
    const char* format_ = nullptr;  ///< of elements or strides that the engine cannot use
};

}  // namespace ttgt::python
