// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/shared_array.h"

#include <memory>
#include <stdexcept>
#include <utility>

namespace ttgt::stress {
namespace {

using test::GuardedArray;

class SharedPlacement final : public test::Placement {
public:
    SharedPlacement(const test::Site& site, const Context& context, test::PlacedArrays arrays,
                    const SharedArray& shared)
        : arrays_(arrays), shared_(shared), array_(arrays.d.dtype(), shared.layout) {
        copy(arrays_.d, array_, 0);
        GuardedArray& input = arrays_.inputs.at(shared_.input);
        if (shared_.apart != 0) copy(input, array_, shared_.apart);
        inner_ = site.place(context, {array_, arrays_.inputs});
    }

    [[nodiscard]] std::size_t inputs() const override { return inner_->inputs(); }
    [[nodiscard]] TensorView d() override {
        const TensorView whole = inner_->d();
        return {whole.dtype(), arrays_.d.layout(), whole.data(), whole.space()};
    }
    [[nodiscard]] ConstTensorView input(std::size_t number) override {
        if (number != shared_.input) return inner_->input(number);
        const TensorView whole = inner_->d();
        const std::int64_t offset = shared_.apart * size_bytes(whole.dtype());
        return {whole.dtype(), arrays_.inputs.at(number).layout(),
                static_cast<const std::byte*>(whole.data()) + offset, whole.space()};
    }
    [[nodiscard]] Workspace workspace(std::int64_t bytes) override {
        return inner_->workspace(bytes);
    }
    [[nodiscard]] bool bring_back() override {
        const bool intact = inner_->bring_back();
        if (!array_.intact()) {
            throw std::runtime_error("bytes beside the array of D and an input were written");
        }
        copy_back(arrays_.d, 0);
        if (shared_.apart != 0) copy_back(arrays_.inputs.at(shared_.input), shared_.apart);
        return intact;
    }

private:
    /// The elements of `from`, whose strides both arrays have, `further` on in `to`.
    static void copy(const GuardedArray& from, GuardedArray& to, std::int64_t further) {
        from.for_each_offset(
            [&](std::int64_t offset) { to.set(offset + further, from.get(offset)); });
    }
    void copy_back(GuardedArray& to, std::int64_t further) const {
        to.for_each_offset(
            [&](std::int64_t offset) { to.set(offset, array_.get(offset + further)); });
    }

    test::PlacedArrays arrays_;
    SharedArray shared_;
    GuardedArray array_;
    std::unique_ptr<test::Placement> inner_;
};

}  // namespace

test::Site in_one_array(const test::Site& site, const SharedArray& shared) {
    const auto place = [site, shared](const Context& context, test::PlacedArrays arrays) {
        return std::make_unique<SharedPlacement>(site, context, arrays, shared);
    };
    return {site.context, place};
}

}  // namespace ttgt::stress
