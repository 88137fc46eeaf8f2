// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// One contraction under tighter and tighter limits on scratch memory, down to none: the plan says
// beforehand, to the byte, what it takes; results agree whatever the limit.
//
// The limit is a plan's or a whole context's (ContextOptions::workspace_limit). The scratch comes
// from whoever has it: here from a pool of the program's own, through the context's allocator.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace {

/// Aligned memory that knows how much of it was in use at most.
class Pool {
public:
    ttgt::WorkspaceAllocator allocator() {
        return {.allocate =
                    [this](std::int64_t bytes) {
                        used_ += bytes;
                        peak_ = std::max(peak_, used_);
                        return std::aligned_alloc(ttgt::workspace_alignment, round_up(bytes));
                    },
                .deallocate =
                    [this](void* data, std::int64_t bytes) {
                        used_ -= bytes;
                        std::free(data);
                    }};
    }
    [[nodiscard]] std::int64_t peak_bytes() const { return peak_; }

private:
    static std::size_t round_up(std::int64_t bytes) {
        constexpr std::int64_t unit = ttgt::workspace_alignment;
        return static_cast<std::size_t>((bytes + unit - 1) / unit * unit);
    }

    std::int64_t used_ = 0;
    std::int64_t peak_ = 0;
};

void fill(ttgt::Tensor<double>& tensor, double phase) {
    for (double& element : tensor) element = std::sin(phase += 0.7);
}

double largest_difference(const ttgt::Tensor<double>& a, const ttgt::Tensor<double>& b) {
    double largest = 0;
    for (std::int64_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(a.data()[i] - b.data()[i]));
    }
    return largest;
}

}  // namespace

int main() try {
    // The classic way: every operand is transposed to a matrix, unless memory is short.
    constexpr const char* expression = "D(a,b,i,j)=L(a,k,i,c)*R(c,j,b,k)";
    ttgt::Tensor<double> l({20, 12, 16, 14});
    ttgt::Tensor<double> r({14, 18, 10, 12});
    ttgt::Tensor<double> d({20, 10, 16, 18});
    ttgt::Tensor<double> unlimited({20, 10, 16, 18});
    fill(l, 0.1);
    fill(r, 0.2);

    Pool pool;
    ttgt::Context context({.allocator = pool.allocator()});
    ttgt::ContractOptions classic;
    classic.strategy = "classic";
    classic.context = &context;
    ttgt::contract(expression, unlimited, l, r, classic);
    const std::int64_t wanted = pool.peak_bytes();
    std::printf("without a limit: %lld bytes\n", static_cast<long long>(wanted));

    bool is_right = true;
    for (const std::int64_t limit : {wanted, wanted / 2, wanted / 10, std::int64_t{0}}) {
        const auto plan = plan_contraction(context, expression,
                                           {{ttgt::DType::float64, d.layout()},
                                            {ttgt::DType::float64, l.layout()},
                                            {ttgt::DType::float64, r.layout()}},
                                           {.strategy = "classic", .workspace_limit = limit});
        plan.run(d.data(), l.data(), r.data(),
                 {.workspace = context.workspace(plan.workspace_bytes())});

        const double difference = largest_difference(d, unlimited);
        std::printf("limit %8lld: plan takes %8lld bytes, results differ by %.1e\n",
                    static_cast<long long>(limit), static_cast<long long>(plan.workspace_bytes()),
                    difference);
        // Sums of 12 * 14 products of numbers up to 1, in another order.
        is_right = is_right && plan.workspace_bytes() <= limit && difference < 168 * 168 * 1e-16;
    }
    return is_right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "workspace_caps: %s\n", error.what());
    return 1;
}
