// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Transposes by a library with HPTT's interface and its ESTIMATE plans. Argument: its file. Its C
// interface plans in every call; where the library has the C++ functions, too, a plan is made once
// and run often, as ttgt's are.
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/rivals/by_turns/rival.h"
#include "benchmarks/rivals/by_turns/worker.h"

namespace ttgt::by_turns {
namespace {

constexpr int estimate = 0;

template <class T>
using TransposeNow = void (*)(const int* perm, int rank, T alpha, const T* in, const int* extents,
                              const int* outer_in, T beta, T* out, const int* outer_out,
                              int threads, int row_major);
/// A shared pointer has the same layout whatever it points to.
template <class T>
using CreatePlan = std::shared_ptr<void> (*)(const int* perm, int rank, T alpha, const T* in,
                                             const int* extents, const int* outer_in, T beta,
                                             T* out, const int* outer_out, int method, int threads,
                                             const int* thread_ids, bool row_major);
/// A member function, called with its object.
using Execute = void (*)(void* plan);

struct Names {
    const char* transpose_now;
    const char* create_plan;
    const char* execute;
};
// hptt::create_plan(const int*, int, T, const T*, ..., hptt::SelectionMethod, int, const int*,
// bool) and hptt::Transpose<T>::execute(), as GCC and Clang name them.
constexpr Names float_names{"sTensorTranspose",
                            "_ZN4hptt11create_planEPKiifPKfS1_S1_fPfS1_NS_15SelectionMethodEiS1_b",
                            "_ZN4hptt9TransposeIfE7executeEv"};
constexpr Names double_names{"dTensorTranspose",
                             "_ZN4hptt11create_planEPKiidPKdS1_S1_dPdS1_NS_15SelectionMethodEiS1_b",
                             "_ZN4hptt9TransposeIdE7executeEv"};

std::vector<int> as_ints(const Extents& extents) {
    std::vector<int> result;
    for (const std::int64_t extent : extents) {
        if (extent > std::numeric_limits<int>::max()) throw NotDone("an extent exceeds 32 bits");
        result.push_back(static_cast<int>(extent));
    }
    return result;
}

/// The functions for one type.
template <class T>
class Functions {
public:
    Functions(const Rival& library, const Names& names)
        : transpose_now_(library.find<TransposeNow<T>>(names.transpose_now)),
          create_plan_(library.find_any<CreatePlan<T>>(names.create_plan)),
          execute_(library.find_any<Execute>(names.execute)) {}

    [[nodiscard]] bool plans_once() const { return create_plan_ != nullptr && execute_ != nullptr; }

    [[nodiscard]] Run transpose(const Transpose& problem, const void* in, void* out,
                                int threads) const {
        const std::vector<int> extents = as_ints(problem.extents);
        const int rank = static_cast<int>(extents.size());
        const T* const from = static_cast<const T*>(in);
        T* const to = static_cast<T*>(out);
        if (plans_once()) {
            const std::shared_ptr<void> plan =
                create_plan_(problem.perm.data(), rank, T(1), from, extents.data(), nullptr, T(0),
                             to, nullptr, estimate, threads, nullptr, false);
            return [plan, execute = execute_] { execute(plan.get()); };
        }
        return [=, perm = problem.perm, now = transpose_now_] {
            now(perm.data(), rank, T(1), from, extents.data(), nullptr, T(0), to, nullptr, threads,
                0);
        };
    }

private:
    TransposeNow<T> transpose_now_;
    CreatePlan<T> create_plan_;
    Execute execute_;
};

class Hptt final : public Contender {
public:
    explicit Hptt(const std::string& file) : library_(file) {}

    [[nodiscard]] std::string about() const override {
        return "HPTT: " + library_.file_name() + ", ESTIMATE plans made " +
               (double_.plans_once() ? "once" : "in every call");
    }

    [[nodiscard]] Run transpose(const Transpose& problem, const void* in, void* out) override {
        if (problem.element_bytes == 4) return float_.transpose(problem, in, out, threads_);
        return double_.transpose(problem, in, out, threads_);
    }

private:
    Rival library_;
    Functions<float> float_{library_, float_names};
    Functions<double> double_{library_, double_names};
    int threads_ = threads_asked_for();
};

std::unique_ptr<Contender> make(const std::string& file) { return std::make_unique<Hptt>(file); }

}  // namespace
}  // namespace ttgt::by_turns

int main(int argc, char** argv) { return ttgt::by_turns::serve(argc, argv, ttgt::by_turns::make); }
