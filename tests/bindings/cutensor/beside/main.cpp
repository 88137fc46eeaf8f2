// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Drawn calls through one or two libraries that answer cuTENSOR's calls, on a CUDA device, against
// plain loops; with --wrong, the statuses of wrong calls. Of drawn calls a row is printed for each
// library: operations, calls, what was refused, what was wrong; each wrong result before with the
// seed that draws it again (--seed N --operations 1).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tests/bindings/cutensor/beside/block_case.h"
#include "tests/bindings/cutensor/beside/device_memory.h"
#include "tests/bindings/cutensor/beside/expected.h"
#include "tests/bindings/cutensor/beside/run_operation.h"
#include "tests/bindings/cutensor/beside/wrong_calls.h"

namespace ttgt::test {
namespace {

struct Settings {
    std::string library;
    std::string other;  ///< empty: none
    std::uint64_t first_seed = 1;
    int operations = 100;
    double seconds = 0;  ///< no further operation is begun after these; 0: no limit
    bool wrong = false;
};

/// A library with its handle, and what was counted of it.
struct Side {
    explicit Side(const std::string& path)
        : functions(load_functions(path)), memory(std::make_unique<DeviceMemory>(functions)) {}

    Functions functions;
    std::unique_ptr<DeviceMemory> memory;
    int calls = 0;
    int refused = 0;
    int wrong = 0;
};

/// A drawn operation, dense or of blocks: how to run it and what it gives.
struct Drawn {
    std::function<Outcome(Side&)> run;
    std::function<Expected(std::size_t)> expected;
    cudaDataType_t output;
    std::string kind;
    std::string text;
};

Drawn draw(std::uint64_t seed) {
    if (seed % 20 == 0) {
        auto blocks = std::make_shared<const BlockCase>(draw_blocks(seed, 5));
        return {[blocks](Side& side) { return run_blocks(side.functions, *side.memory, *blocks); },
                [blocks](std::size_t call) { return expected_of(*blocks, blocks->calls[call]); },
                blocks->d.type, "blocks", describe(*blocks)};
    }
    auto dense = std::make_shared<const OperationCase>(draw_operation(seed, {}));
    return {[dense](Side& side) { return run_operation(side.functions, *side.memory, *dense); },
            [dense](std::size_t call) { return expected_of(*dense, dense->calls[call]); },
            dense->output.type, name_of(dense->kind), describe(*dense)};
}

class Comparison {
public:
    explicit Comparison(const Settings& settings) : settings_(settings) {
        sides_.emplace_back(settings.library);
        if (!settings.other.empty()) sides_.emplace_back(settings.other);
    }

    /// Whether all results were right.
    bool run() {
        const auto begin = std::chrono::steady_clock::now();
        int done = 0;
        for (; done < settings_.operations; ++done) {
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
            if (settings_.seconds > 0 && spent.count() > settings_.seconds) break;
            compare(settings_.first_seed + static_cast<std::uint64_t>(done));
        }
        for (const auto& [text, count] : statuses_) fmt::print("status\t{}\t{}\n", count, text);
        bool is_right = true;
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            const Side& side = sides_[i];
            fmt::print("total\t{}\tseeds {} to {}\toperations {}\trefused {}\tcalls {}\twrong {}\n",
                       i == 0 ? "library" : "other", settings_.first_seed,
                       settings_.first_seed + static_cast<std::uint64_t>(done) - 1, done,
                       side.refused, side.calls, side.wrong);
            is_right = is_right && (i > 0 || side.wrong == 0);
        }
        return is_right;
    }

private:
    void compare(std::uint64_t seed) {
        const Drawn drawn = draw(seed);
        std::vector<Outcome> outcomes;
        for (Side& side : sides_) {
            side.memory->clear();
            try {
                outcomes.push_back(drawn.run(side));
            } catch (const std::exception& error) {  // of the device, which is lost then
                fmt::print("fault\t{}\tseed {}\t{}\t{}\n", outcomes.empty() ? "library" : "other",
                           seed, error.what(), drawn.text);
                throw;
            }
        }
        const std::size_t calls = std::max_element(outcomes.begin(), outcomes.end(),
                                                   [](const Outcome& one, const Outcome& other) {
                                                       return one.after.size() < other.after.size();
                                                   })
                                      ->after.size();
        for (std::size_t call = 0; call < calls; ++call) {
            const Expected expected = drawn.expected(call);
            for (std::size_t i = 0; i < sides_.size(); ++i) {
                judge(sides_[i], i, outcomes[i], call, expected, drawn, seed);
            }
        }
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            if (!outcomes[i].refused_by.empty()) ++sides_[i].refused;
        }
        if (sides_.size() == 2) compare_statuses(drawn, outcomes[0], outcomes[1], seed);
        if (sides_.size() == 1 && !outcomes[0].refused_by.empty()) {
            fmt::print("refused\tseed {}\t{}\t{}\n", seed, text_of(0, outcomes[0]), drawn.text);
        }
    }

    void judge(Side& side, std::size_t number, const Outcome& outcome, std::size_t call,
               const Expected& expected, const Drawn& drawn, std::uint64_t seed) {
        if (call >= outcome.after.size()) return;
        ++side.calls;
        const std::string wrong =
            wrong_element(outcome.after[call], outcome.before[call], expected, drawn.output);
        if (wrong.empty()) return;
        ++side.wrong;
        fmt::print("wrong\t{}\tseed {} call {}\t{}\t{}\n", number == 0 ? "library" : "other", seed,
                   call, wrong, drawn.text);
        std::fflush(stdout);
    }

    [[nodiscard]] std::string text_of(std::size_t side, const Outcome& outcome) const {
        if (outcome.refused_by.empty()) return "success";
        return fmt::format("{} {}", outcome.refused_by,
                           sides_[side].functions.cutensorGetErrorString(outcome.status));
    }

    void compare_statuses(const Drawn& drawn, const Outcome& one, const Outcome& other,
                          std::uint64_t seed) {
        const std::string own = text_of(0, one);
        const std::string others = text_of(1, other);
        if (own != others) {
            const std::string text = fmt::format("{}: {}; other: {}", drawn.kind, own, others);
            if (++statuses_[text] <= 2) {
                fmt::print("differs\tseed {}\t{}\t{}\n", seed, text, drawn.text);
            }
        }
        const bool has_scalars = !one.after.empty() && !other.after.empty();
        if (has_scalars && one.scalar != other.scalar) {
            fmt::print("scalars\tseed {}\t{} and {}\t{}\n", seed, name_of(one.scalar),
                       name_of(other.scalar), drawn.text);
        }
    }

    const Settings& settings_;
    std::deque<Side> sides_;               // which stay where they are
    std::map<std::string, int> statuses_;  ///< that differ
};

void print_wrong_calls(const Settings& settings) {
    Side side(settings.library);
    for (const WrongCall& call : make_wrong_calls(side.functions, *side.memory)) {
        fmt::print("{}\t{}\n", call.name, call.status);
    }
}

int run(int argc, char** argv) {
    Settings settings;
    CLI::App app("Drawn and wrong calls of cuTENSOR's interface");
    app.add_option("--library", settings.library, "Path of a libcutensor.so.2")->required();
    app.add_option("--other", settings.other, "Path of another one, for the same calls");
    app.add_option("--seed", settings.first_seed, "The first operation's seed");
    app.add_option("--operations", settings.operations, "How many, each with five calls");
    app.add_option("--seconds", settings.seconds, "Begin no operation after these");
    app.add_flag("--wrong", settings.wrong, "Statuses of wrong calls of --library alone");
    CLI11_PARSE(app, argc, argv);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // a library may end the program
    if (settings.wrong) {
        print_wrong_calls(settings);
        return 0;
    }
    return Comparison(settings).run() ? 0 : 1;
}

}  // namespace
}  // namespace ttgt::test

int main(int argc, char** argv) {
    try {
        return ttgt::test::run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "cutensor_beside: {}\n", error.what());
        return 1;
    }
}
