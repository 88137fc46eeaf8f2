// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bindings/cutensor/handle.h"
#include "tests/bindings/cutensor/place.h"

namespace ttgt::test {
namespace {

struct Free {
    void operator()(void* memory) const { std::free(memory); }
};

/// A handle of the engine's CPU, which programs cannot make: the interface runs whole without a
/// GPU.
class CpuPlace final : public Place {
public:
    ~CpuPlace() override { (void)cutensorDestroy(handle_); }

    [[nodiscard]] cutensorHandle_t handle() const override { return handle_; }
    [[nodiscard]] void* upload(const void* data, std::size_t bytes) override {
        constexpr std::size_t line = 256;
        memory_.emplace_back(std::aligned_alloc(line, (bytes + line) / line * line));
        if (data != nullptr && bytes > 0) std::memcpy(memory_.back().get(), data, bytes);
        return memory_.back().get();
    }
    void fetch(void* data, const void* from, std::size_t bytes) override {
        if (bytes > 0) std::memcpy(data, from, bytes);
    }

private:
    cutensorHandle_t handle_ = new cutensorHandle(Device{});
    std::vector<std::unique_ptr<void, Free>> memory_;
};

}  // namespace

std::unique_ptr<Place> make_place() { return std::make_unique<CpuPlace>(); }

}  // namespace ttgt::test
