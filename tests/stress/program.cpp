// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/program.h"

#include <ttgt/error.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "tests/stress/case_class.h"
#include "tests/stress/floor.h"
#include "tests/stress/own_process.h"

namespace ttgt::stress {
namespace {

using Clock = std::chrono::steady_clock;

std::string on_one_line(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ';');
    return text;
}

struct Count {
    std::int64_t cases = 0;
    std::int64_t failed = 0;
};

class Program {
public:
    explicit Program(const Request& request)
        : request_(request),
          device_(parse_device(request.device)),
          classes_(case_classes(device_)),
          cache_(make_plan_cache(cached_plans)) {}

    void draw() {
        if (!request_.only.empty()) {
            classes_ = {class_named(request_.only)};
            classes_.front().weight = 1;
        }
        for (const CaseClass& c : classes_) total_weight_ += c.weight;
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(request_.seconds));
        std::vector<std::thread> threads;
        for (int number = 0; number < request_.threads; ++number) {
            threads.emplace_back([&, number] { draw_until(end, number); });
        }
        for (std::thread& thread : threads) thread.join();
    }

    void replay() {
        const std::size_t dot = request_.replay.find('.');
        if (dot == std::string::npos) {
            throw InvalidArgument("'" + request_.replay + "' is not CLASS.SEED");
        }
        Station station(device_, cache_);
        run(class_named(request_.replay.substr(0, dot)),
            std::stoull(request_.replay.substr(dot + 1)), station);
    }

    [[nodiscard]] bool report() const {
        Count all;
        for (const auto& [name, count] : counts_) {
            fmt::print("{:<16} cases {:>8}, failed {}\n", name, count.cases, count.failed);
            all.cases += count.cases;
            all.failed += count.failed;
        }
        fmt::print("cases {}, failed {}\n", all.cases, all.failed);
        return all.failed == 0;
    }

private:
    static constexpr std::int64_t cached_plans = 24;

    void draw_until(Clock::time_point end, int number) {
        test::Random random(request_.seed * 1000 + static_cast<std::uint64_t>(number));
        Station station(device_, cache_);
        while (Clock::now() < end) {
            if (random.chance(1)) station.forget_contexts();
            const CaseClass& drawn = draw_class(random);
            run(drawn, static_cast<std::uint64_t>(random.below(std::int64_t{1} << 40)), station);
        }
    }

    [[nodiscard]] const CaseClass& draw_class(test::Random& random) const {
        std::int64_t left = random.below(total_weight_);
        return *std::find_if(classes_.begin(), classes_.end(), [&](const CaseClass& c) {
            left -= c.weight;
            return left < 0;
        });
    }

    [[nodiscard]] CaseClass class_named(const std::string& name) const {
        for (const CaseClass& c : classes_) {
            if (c.name == name) return c;
        }
        std::string names;
        for (const CaseClass& c : classes_) names += std::string(" ") + c.name;
        throw InvalidArgument("no class '" + name + "' on " + request_.device + ";" + names);
    }

    void run(const CaseClass& drawn, std::uint64_t seed, Station& station) {
        const auto guarded = [&] { return fault_of_case(drawn, seed, station); };
        const bool alone = drawn.company == Company::none;
        const std::string fault = alone ? floor_.alone(guarded) : floor_.beside_others(guarded);
        const std::lock_guard lock(counts_mutex_);
        Count& count = counts_[drawn.name];
        ++count.cases;
        if (fault.empty()) return;
        ++count.failed;
        fmt::print("FAILED stress {} --replay {}.{}: {}\n", request_.device, drawn.name, seed,
                   on_one_line(fault));
        std::fflush(stdout);
    }

    [[nodiscard]] std::string fault_of_case(const CaseClass& drawn, std::uint64_t seed,
                                            Station& station) const {
        try {
            if (drawn.company == Company::own_process && !request_.here) {
                const std::string key = fmt::format("{}.{}", drawn.name, seed);
                return replay_in_own_process(
                    request_.device, key,
                    drawn.environment != nullptr ? drawn.environment(seed) : "");
            }
            return drawn.run(seed, station);
        } catch (const std::exception& error) {
            return std::string("threw: ") + error.what();
        }
    }

    Request request_;
    Device device_;
    std::vector<CaseClass> classes_;
    std::int64_t total_weight_ = 0;
    std::shared_ptr<PlanCache> cache_;
    Floor floor_;
    std::mutex counts_mutex_;
    std::map<std::string, Count> counts_;
};

}  // namespace

bool run_cases(const Request& request) {
    Program program(request);
    if (request.replay.empty()) {
        program.draw();
    } else {
        program.replay();
    }
    return program.report();
}

}  // namespace ttgt::stress
