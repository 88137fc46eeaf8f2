// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/tensor.h>

#include <utility>

namespace ttgt {

ConstTensorView::ConstTensorView(DType dtype, Layout layout, const void* data, MemorySpace space)
    : dtype_(dtype), space_(space), data_(data), layout_(std::move(layout)) {
    check_layout(layout_, size_bytes(dtype_), "the tensor");
}

}  // namespace ttgt
