// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/ndarray.h>

#include <cstdint>

/// Tensors of PyTorch, read by the functions in C that it offers (DLPack's exchange API, PyTorch
/// 2.10 and newer): a call of its Python methods for each property would take longer than a small
/// product.
namespace ttgt::python {

namespace nb = nanobind;

/// `types`: the classes whose tensors are read, `api`: their `__dlpack_c_exchange_api__`,
/// `empty_like`: torch.empty_like, `is_plain()`: whether nothing records or transforms what is done
/// with tensors now, `grad_enabled()`: whether gradients are recorded, `stream(n)`: the address of
/// GPU n's current stream. Only the first call has an effect.
void set_torch(const nb::tuple& types, const nb::object& api, const nb::object& empty_like,
               const nb::object& is_plain, const nb::object& grad_enabled,
               const nb::object& stream);

/// Whether it is of one of the classes that set_torch() was given.
[[nodiscard]] bool is_torch_tensor(nb::handle object);
/// What `is_plain()` says; to be asked once in a call that has tensors.
[[nodiscard]] bool is_torch_plain();

/// Where its elements lie, in host memory. False where memory does not have the tensor's values as
/// they are (conjugated, negated, no storage), where a gradient is to be recorded, and on devices:
/// the Python side knows what to do with those. No error is set then.
bool describe_torch_tensor(nb::handle tensor, nb::dlpack::dltensor& described);

/// The same on CPUs and GPUs, whether or not a gradient is to be recorded.
bool describe_torch_memory(nb::handle tensor, nb::dlpack::dltensor& described);

/// The same of a tensor that torch_empty_like() or torch_copy() has just returned: only where it
/// lies is asked.
bool describe_new_torch_tensor(nb::handle tensor, nb::dlpack::dltensor& described);

/// The current stream of the GPU, as the engine takes it: 1 is CUDA's default stream.
[[nodiscard]] std::uintptr_t torch_stream(std::int32_t device);

/// torch.empty_like(pattern).
nb::object torch_empty_like(const nb::object& pattern);
/// tensor.to(dtype). Null, without an error, where PyTorch refuses.
nb::object torch_copy(nb::handle tensor, nb::handle dtype);

}  // namespace ttgt::python
