// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Contractions by a library with TBLIS' C interface. Argument: its file. Tensors are described by
// the library's own functions, so that nothing of their layout, which differs between its versions,
// is known here.
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "benchmarks/rivals/by_turns/rival.h"
#include "benchmarks/rivals/by_turns/worker.h"

namespace ttgt::by_turns {
namespace {

/// Room for a descriptor of any version.
struct alignas(64) Descriptor {
    std::array<std::byte, 2048> bytes{};
};

template <class T>
using Describe = void (*)(Descriptor* tensor, T factor, int rank, std::ptrdiff_t* extents, T* data,
                          std::ptrdiff_t* strides);
using Multiply = void (*)(const void* threads, const void* configuration, const Descriptor* l,
                          const char* l_labels, const Descriptor* r, const char* r_labels,
                          Descriptor* d, const char* d_labels);
using SetThreads = void (*)(unsigned threads);

template <class T>
class Tensor {
public:
    Tensor(const Operand& operand, void* data, Describe<T> describe_tensor)
        : labels_(operand.labels),
          extents_(operand.extents.begin(), operand.extents.end()),
          strides_(operand.strides.begin(), operand.strides.end()),
          data_(static_cast<T*>(data)),
          describe_(describe_tensor) {}

    /// `factor`: of the input; 0 for an output that is overwritten.
    Descriptor* describe(T factor) {
        const int rank = static_cast<int>(extents_.size());
        describe_(&descriptor_, factor, rank, extents_.data(), data_, strides_.data());
        return &descriptor_;
    }
    [[nodiscard]] const char* labels() const { return labels_.c_str(); }

private:
    std::string labels_;
    std::vector<std::ptrdiff_t> extents_;
    std::vector<std::ptrdiff_t> strides_;
    T* data_;
    Describe<T> describe_;
    Descriptor descriptor_;
};

class Tblis final : public Contender {
public:
    explicit Tblis(const std::string& file) : library_(file) {
        const auto set_threads = library_.find_any<SetThreads>("tblis_set_num_threads");
        if (set_threads != nullptr) set_threads(static_cast<unsigned>(threads_asked_for()));
    }

    [[nodiscard]] std::string about() const override { return "TBLIS: " + library_.file_name(); }

    [[nodiscard]] Run contract(const Contraction& problem, const void* l, const void* r,
                               void* d) override {
        if (problem.element_bytes == 4) return contract_as(problem, describe_float_, l, r, d);
        return contract_as(problem, describe_double_, l, r, d);
    }

private:
    template <class T>
    Run contract_as(const Contraction& problem, Describe<T> describe, const void* l, const void* r,
                    void* d) {
        const auto tensor = [&](const Operand& operand, const void* data) {
            return std::make_shared<Tensor<T>>(operand, const_cast<void*>(data), describe);
        };
        const auto left = tensor(problem.l, l);
        const auto right = tensor(problem.r, r);
        const auto result = tensor(problem.d, d);
        return [=, this] {  // described each time, because a call may change the factors
            multiply_(nullptr, nullptr, left->describe(T(1)), left->labels(), right->describe(T(1)),
                      right->labels(), result->describe(T(0)), result->labels());
        };
    }

    Rival library_;
    Multiply multiply_ = library_.find<Multiply>("tblis_tensor_mult");
    Describe<float> describe_float_ = library_.find<Describe<float>>("tblis_init_tensor_scaled_s");
    Describe<double> describe_double_ =
        library_.find<Describe<double>>("tblis_init_tensor_scaled_d");
};

std::unique_ptr<Contender> make(const std::string& file) { return std::make_unique<Tblis>(file); }

}  // namespace
}  // namespace ttgt::by_turns

int main(int argc, char** argv) { return ttgt::by_turns::serve(argc, argv, ttgt::by_turns::make); }
