// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/transpose.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
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

class CudaOperandCopies final : public OperandCopies {
public:
    CudaOperandCopies(const TensorView& d, std::span<const ConstTensorView* const> operands,
                      OldOutput old_output, int device, Stream stream)
        : d_(d) {
        copies_.reserve(operands.size());  // views_ has pointers into its elements
        for (const ConstTensorView* operand : operands) {
            const bool is_read = !copies_.empty() || old_output == OldOutput::copied;
            copies_.emplace_back(*operand, is_read, device, stream);
            views_.push_back(&copies_.back().view());
        }
    }

    [[nodiscard]] TensorView output() const override { return copies_.front().output(); }
    [[nodiscard]] std::span<const ConstTensorView* const> operands() const noexcept override {
        return views_;
    }
    void fetch() const override { copies_.front().fetch(d_); }

private:
    TensorView d_;
    std::vector<OperandCopy> copies_;
    std::vector<const ConstTensorView*> views_;
};

}  // namespace

std::unique_ptr<const OperandCopies> copy_operands(const TensorView& d,
                                                   std::span<const ConstTensorView* const> operands,
                                                   OldOutput old_output, Context& context) {
    return std::make_unique<const CudaOperandCopies>(
        d, operands, old_output, context.options().device.index, context.stream());
}

}  // namespace ttgt::cuda
