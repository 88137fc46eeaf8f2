// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <omp.h>
#include <ttgt/contraction.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tests/stress/case_class.h"
#include "tests/stress/runnable_threads.h"
#include "tests/support/random.h"

// How many threads compute while contexts do that allow so many.
namespace ttgt::stress {
namespace {

using test::Random;

/// A context's setting, and OpenMP's in the calling thread.
struct Threads {
    int context = 0;
    int openmp = 1;

    [[nodiscard]] int allowed() const { return context > 0 ? context : openmp; }
};

/// One-liners of one context after the other, in a host thread.
class Caller {
public:
    Caller(std::string expression, const std::vector<std::vector<std::int64_t>>& extents)
        : expression_(std::move(expression)), d_(extents[0]), l_(extents[1]), r_(extents[2]) {
        l_.fill(1);
        r_.fill(1);
    }

    void contract(const Threads& threads, ContextOptions options, const std::string& strategy) {
        omp_set_num_threads(threads.openmp);
        options.threads = threads.context;
        Context context(options);
        ContractOptions call;
        call.context = &context;
        call.strategy = strategy;
        ttgt::contract(expression_, d_, l_, r_, call);
    }
    /// Of all elements, which are sums of as many ones.
    [[nodiscard]] bool is_right(double terms) const {
        return std::all_of(d_.begin(), d_.end(), [&](double value) { return value == terms; });
    }

private:
    std::string expression_;
    Tensor<double> d_;
    Tensor<double> l_;
    Tensor<double> r_;
};

constexpr const char* restless = "threads that nobody has given work still run after a minute";

/// A plan that one setting made and another finds in the cache must keep to the other.
std::string count_of_cached_plan(std::uint64_t seed, const Station& station) {
    Random random(seed);
    const auto draw = [&] { return static_cast<int>(random.between(1, 4)); };
    const Threads first{random.chance(60) ? 0 : draw(), draw()};
    const Threads second{random.chance(80) ? first.allowed() : draw(), draw()};
    ContextOptions options = station.options();
    options.plan_cache = make_plan_cache(4);
    options.workspace_limit = 0;  // Direct, which calls no BLAS
    const std::int64_t k = random.between(50, 90);
    std::string fault;
    std::thread([&] {
        Caller caller("D(a,b,i)=L(a,c,i,k)*R(k,b,c)", {{40, 50, 30}, {40, 3, 30, k}, {k, 50, 3}});
        caller.contract(first, options, "auto");
        if (!wait_until_quiet()) {
            fault = restless;
            return;
        }
        WorkingThreads count;
        count.repeat([&] { caller.contract(second, options, "auto"); });
        fault = count.fault(second.allowed());
        if (!caller.is_right(3 * static_cast<double>(k))) fault = "a wrong result";
    }).join();
    if (fault.empty()) return fault;
    return fmt::format("{}; a context of {} threads (OpenMP {}), the plan from one of {} ({})",
                       fault, second.context, second.openmp, first.context, first.openmp);
}

/// Matrix products of several host threads at once: all threads of the BLAS count.
std::string count_of_blas(std::uint64_t seed, const Station& station) {
    Random random(seed);
    const int callers = static_cast<int>(random.between(1, 3));
    const Threads threads{static_cast<int>(random.between(1, 2)), 4};
    const std::int64_t n = random.between(150, 400);
    const std::int64_t batch = random.between(1, 4);
    const char* const strategy = random.chance(50) ? "auto" : "classic";
    if (!wait_until_quiet()) return restless;
    WorkingThreads count;
    std::atomic<int> wrong{0};
    std::vector<std::thread> hosts;
    for (int i = 0; i < callers; ++i) {
        hosts.emplace_back([&] {
            omp_set_num_threads(1);  // no team that has made the tensors waits beside the products
            Caller caller("D(m,n,x)=L(m,k,x)*R(k,n,x)",
                          {{n, n, batch}, {n, n, batch}, {n, n, batch}});
            count.repeat([&] { caller.contract(threads, station.options(), strategy); });
            if (!caller.is_right(static_cast<double>(n))) ++wrong;
        });
    }
    for (std::thread& host : hosts) host.join();
    if (wrong > 0) return "a wrong result";
    const std::string fault = count.fault(callers * threads.context);
    if (fault.empty()) return fault;
    return fmt::format("{}; {} callers with contexts of {}, {} products of {} cubed, {}", fault,
                       callers, threads.context, batch, n, strategy);
}

/// What a second count says too: other work of the machine may spoil one.
std::string confirmed(std::string (*count)(std::uint64_t seed, const Station& station),
                      std::uint64_t seed, const Station& station) {
    return count(seed, station).empty() ? std::string() : count(seed, station);
}

}  // namespace

std::string run_thread_count(std::uint64_t seed, Station& station) {
    return confirmed(count_of_cached_plan, seed, station);
}

std::string run_blas_threads(std::uint64_t seed, Station& station) {
    return confirmed(count_of_blas, seed, station);
}

}  // namespace ttgt::stress
