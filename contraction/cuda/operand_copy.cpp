// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/transpose.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "contraction/cuda/cuda_device.h"
#include "src/core/checked.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {
namespace {

using HostMemory = std::unique_ptr<void, HostDelete>;

bool lies_on_device(const ConstTensorView& operand) {
    return operand.space() == MemorySpace::device;
}

std::int64_t packed_bytes(const ConstTensorView& operand) {
    return checked_multiply(volume(operand.layout()), size_bytes(operand.dtype()),
                            "the bytes of an operand");
}

/// Moves the elements between two layouts of the same extents in host memory.
void move_elements(DType dtype, const Layout& from_layout, const void* from,
                   const Layout& to_layout, void* to) {
    std::vector<int> identity(from_layout.extents.size());
    std::iota(identity.begin(), identity.end(), 0);
    Context host;
    plan_transpose(host, from_layout, to_layout, identity, dtype).run(1.0, from, 0.0, to);
}

/// Host memory for a packed copy where the operand is not packed itself.
HostMemory packed_memory(const ConstTensorView& operand) {
    if (operand.layout() == packed(operand.layout().extents)) return {};
    return allocate_host(packed_bytes(operand));
}

/// An operand for one call on a device: where it lies if the device's memory holds it, else a
/// packed copy there, which lives as long as this.
class OperandCopy {
public:
    /// Copies a host operand, or only makes room where its elements are not read. Throws
    /// OutOfMemory.
    OperandCopy(const ConstTensorView& operand, bool is_read, int device, Stream stream);

    [[nodiscard]] const ConstTensorView& view() const noexcept { return view_; }
    [[nodiscard]] TensorView output() const;
    /// Copies the elements to the host operand that it was made for, and waits; nothing where there
    /// is no copy.
    void fetch(const TensorView& operand) const;

private:
    DeviceBuffer buffer_;
    ConstTensorView view_;
};

OperandCopy::OperandCopy(const ConstTensorView& operand, bool is_read, int device, Stream stream)
    : buffer_(lies_on_device(operand) ? 0 : packed_bytes(operand), device, stream,
              "a copy of an operand in host memory"),
      view_(operand) {
    if (lies_on_device(operand)) return;
    const Layout layout = packed(operand.layout().extents);
    view_ = ConstTensorView(operand.dtype(), layout, buffer_.data(), MemorySpace::device);
    if (!is_read || buffer_.bytes() == 0) return;
    const HostMemory memory = packed_memory(operand);
    const void* from = operand.data();
    if (memory) {
        move_elements(operand.dtype(), operand.layout(), from, layout, memory.get());
        from = memory.get();
    }
    const DeviceScope scope(device);
    copy_to_device(buffer_.data(), from, buffer_.bytes(), stream);
    synchronize(stream);  // the memory copied from may go
}

TensorView OperandCopy::output() const {
    // Made from a view that may be written.
    return TensorView(view_.dtype(), view_.layout(), const_cast<void*>(view_.data()),
                      view_.space());
}

void OperandCopy::fetch(const TensorView& operand) const {
    if (buffer_.bytes() == 0) return;
    const ConstTensorView& host = operand;
    const HostMemory memory = packed_memory(host);
    void* const to = memory ? memory.get() : operand.data();
    const DeviceScope scope(buffer_.device());
    copy_to_host(to, buffer_.data(), buffer_.bytes(), buffer_.stream());
    synchronize(buffer_.stream());
    if (!memory) return;
    move_elements(host.dtype(), view_.layout(), memory.get(), host.layout(), operand.data());
}

}  // namespace

void call_on_copies(const TensorView& d, const std::vector<const ConstTensorView*>& inputs,
                    bool reads_d, Context& context, const CallOnOperands& call) {
    const int device = context.options().device.index;
    const Stream stream = context.stream();
    const OperandCopy on_device_d(d, reads_d, device, stream);
    std::vector<std::unique_ptr<const OperandCopy>> copies;
    std::vector<const ConstTensorView*> on_device;
    for (const ConstTensorView* input : inputs) {
        copies.push_back(std::make_unique<const OperandCopy>(*input, true, device, stream));
        on_device.push_back(&copies.back()->view());
    }
    call(on_device_d.output(), on_device);
    on_device_d.fetch(d);
}

}  // namespace ttgt::cuda
