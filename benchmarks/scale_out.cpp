// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Contractions of tens of gigabytes on one GPU and over ranks that are threads with GPUs, operands
// spread as the product wants them and not, beside what the model predicts by rates measured in the
// same run; and parts of the problem on fewer GPUs, for weak scaling. Operands are made
// on the devices, and elements of D all over it are compared with exact sums. Writes a row for each
// case and arrangement.
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/device_ranks.h"
#include "benchmarks/support/run_main.h"
#include "benchmarks/support/scale_out_cases.h"
#include "benchmarks/support/spread_layouts.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/cuda/copy.h"
#include "tools/bench/timing.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string devices = "cuda:0,cuda:1";
    int turns = 3;
    int samples = 128;
};

using Extents = std::vector<tool::LabelExtent>;
using Index = std::vector<std::int64_t>;

/// A factor of an element: of the indices of half of the modes. Never 0.
double factor_of(std::size_t operand, std::size_t half, std::span<const std::int64_t> whole) {
    std::uint64_t hash = 2 * operand + half;
    for (const std::int64_t index : whole) {
        hash = (hash + static_cast<std::uint64_t>(index) + 1) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 31;
    }
    constexpr std::array<double, 4> factors{-2, -1, 1, 2};
    return factors[hash % 4];
}

/// An element is the product of a factor of its first modes and one of its last: made on the device
/// of two small tensors, and anywhere on the host.
double value_of(std::size_t operand, std::span<const std::int64_t> whole) {
    const std::size_t middle = whole.size() / 2;
    return factor_of(operand, 0, whole.first(middle)) *
           factor_of(operand, 1, whole.subspan(middle));
}

/// Moves on to the next indices, first mode fastest; false after the last.
bool advance(Index& index, const Index& extents) {
    for (std::size_t mode = 0; mode < index.size(); ++mode) {
        if (++index[mode] < extents[mode]) return true;
        index[mode] = 0;
    }
    return false;
}

class DeviceMemory {
public:
    DeviceMemory(std::int64_t elements, const Context& context)
        : buffer_(8 * std::max<std::int64_t>(elements, 1), context.options().device.index,
                  context.stream(), "a shard") {}

    [[nodiscard]] void* data() const { return buffer_.data(); }
    void fill(const std::vector<double>& elements) const {
        cuda::copy_to_device(data(), elements.data(),
                             static_cast<std::int64_t>(8 * elements.size()), buffer_.stream());
    }
    [[nodiscard]] double at(std::int64_t element) const {
        double value = 0;
        cuda::copy_to_host(&value, static_cast<const double*>(data()) + element, 8,
                           buffer_.stream());
        cuda::Completion(buffer_.device(), buffer_.stream()).wait();
        return value;
    }

private:
    cuda::DeviceBuffer buffer_;
};

/// What a rank holds of an input.
class Input {
public:
    Input(const DistributedLayout& layout, std::size_t operand, int rank, Context& context)
        : local_(local_layout(layout, rank)), memory_(volume(local_), context) {
        if (volume(local_) == 0) return;
        const std::size_t middle = local_.rank() / 2;
        std::vector<std::unique_ptr<DeviceMemory>> factors;
        std::vector<OperandLayout> layouts{
            {DType::float64, packed({elements_of(0, middle), elements_of(middle, local_.rank())})}};
        for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
            const std::vector<double> host =
                half == 0 ? factors_of(layout, operand, half, rank, 0, middle)
                          : factors_of(layout, operand, half, rank, middle, local_.rank());
            layouts.push_back({DType::float64, packed({static_cast<std::int64_t>(host.size())})});
            factors.push_back(
                std::make_unique<DeviceMemory>(static_cast<std::int64_t>(host.size()), context));
            factors.back()->fill(host);
        }
        const ContractionPlan plan = plan_contraction(context, "D(a,b)=L(a)*R(b)", layouts);
        const std::vector<const void*> inputs{factors[0]->data(), factors[1]->data()};
        RunOptions options;
        options.workspace = context.workspace(plan.workspace_bytes());
        plan.run(memory_.data(), inputs, options);
        cuda::Completion(context.options().device.index, context.stream()).wait();
    }

    [[nodiscard]] const void* data() const { return memory_.data(); }

private:
    [[nodiscard]] std::int64_t elements_of(std::size_t first, std::size_t end) const {
        const auto begin = local_.extents.begin();
        return volume(packed(Index(begin + static_cast<std::ptrdiff_t>(first),
                                   begin + static_cast<std::ptrdiff_t>(end))));
    }

    [[nodiscard]] std::vector<double> factors_of(const DistributedLayout& layout,
                                                 std::size_t operand, std::size_t half, int rank,
                                                 std::size_t first, std::size_t end) const {
        std::vector<Index> held;
        Index extents;
        for (std::size_t mode = first; mode < end; ++mode) {
            held.push_back(global_indices(layout, mode, rank));
            extents.push_back(local_.extents[mode]);
        }
        std::vector<double> factors;
        Index index(extents.size(), 0);
        Index whole(extents.size(), 0);
        do {
            for (std::size_t mode = 0; mode < index.size(); ++mode) {
                whole[mode] = held[mode][static_cast<std::size_t>(index[mode])];
            }
            factors.push_back(factor_of(operand, half, whole));
        } while (advance(index, extents));
        return factors;
    }

    Layout local_;
    DeviceMemory memory_;
};

/// Compares elements of D all over what a rank holds with sums of exact products.
class Verifier {
public:
    Verifier(const ScaleOutCase& given, const std::vector<DistributedLayout>& layouts,
             const Extents& extents)
        : given_(given), layouts_(layouts) {
        const std::vector<std::string>& output = given.expression.output.labels;
        for (const tool::LabelExtent& entry : extents) {
            if (std::find(output.begin(), output.end(), entry.label) == output.end()) {
                summed_.push_back(entry.label);
                summed_extents_.push_back(entry.extent);
            }
        }
    }

    /// Fewer samples where sums are long.
    [[nodiscard]] bool is_right(const DeviceMemory& d, int rank, std::int64_t samples) const {
        constexpr std::int64_t most_products = 2'000'000;
        samples =
            std::clamp<std::int64_t>(most_products / volume(packed(summed_extents_)), 4, samples);
        const Layout local = local_layout(layouts_[0], rank);
        const std::int64_t elements = volume(local);
        for (std::int64_t sample = 0; sample < samples && elements > 0; ++sample) {
            const std::int64_t element = (sample * 7919 * 104729 + sample) % elements;
            if (d.at(element) != expected(whole_index(local, rank, element))) return false;
        }
        return true;
    }

private:
    [[nodiscard]] Index whole_index(const Layout& local, int rank, std::int64_t element) const {
        Index whole;
        for (std::size_t mode = 0; mode < local.rank(); ++mode) {
            const auto at = static_cast<std::size_t>(element % local.extents[mode]);
            whole.push_back(global_indices(layouts_[0], mode, rank)[at]);
            element /= local.extents[mode];
        }
        return whole;
    }

    /// Where a factor's label has its index: among the output's, or behind them those that are
    /// summed.
    [[nodiscard]] std::vector<std::size_t> places_of(const Factor& factor) const {
        std::vector<std::string> all = given_.expression.output.labels;
        all.insert(all.end(), summed_.begin(), summed_.end());
        std::vector<std::size_t> places;
        for (const std::string& label : factor.labels) {
            places.push_back(
                static_cast<std::size_t>(std::find(all.begin(), all.end(), label) - all.begin()));
        }
        return places;
    }

    [[nodiscard]] double expected(const Index& output) const {
        const std::vector<Factor>& factors = given_.expression.terms.front().factors;
        std::vector<std::vector<std::size_t>> places;
        std::vector<Index> wholes;
        for (const Factor& factor : factors) {
            places.push_back(places_of(factor));
            wholes.emplace_back(factor.labels.size());
        }
        double sum = 0;
        Index summed(summed_.size(), 0);
        do {
            double product = 1;
            for (std::size_t i = 0; i < factors.size(); ++i) {
                for (std::size_t mode = 0; mode < places[i].size(); ++mode) {
                    const std::size_t place = places[i][mode];
                    wholes[i][mode] =
                        place < output.size() ? output[place] : summed[place - output.size()];
                }
                product *= value_of(i + 1, wholes[i]);
            }
            sum += product;
        } while (advance(summed, summed_extents_));
        return sum;
    }

    const ScaleOutCase& given_;
    const std::vector<DistributedLayout>& layouts_;
    std::vector<std::string> summed_;
    Index summed_extents_;
};

/// One row.
struct Arrangement {
    std::string title;
    std::string spread;
    std::vector<Device> devices;
    Extents extents;
};

void run_arrangement(const Settings& settings, const ScaleOutCase& given,
                     const Arrangement& arrangement) {
    std::atomic<int> wrong{0};
    on_devices(arrangement.devices, [&](Communicator& ranks, Context& context) {
        const std::vector<DistributedLayout> layouts = layouts_of(
            given.expression, arrangement.extents, "", arrangement.spread, ranks.ranks());
        DistributedOptions planning;
        planning.rates = measure_rank_rates(ranks, context);
        const DistributedPlan plan =
            plan_contraction(ranks, context, given.text, layouts, planning);
        const DeviceMemory d(volume(local_layout(layouts[0], ranks.rank())), context);
        const Input l(layouts[1], 1, ranks.rank(), context);
        const Input r(layouts[2], 2, ranks.rank(), context);
        const std::vector<const void*> inputs{l.data(), r.data()};
        RunOptions options;
        options.workspace = context.workspace(plan.workspace_bytes());
        const DistributedReport report = plan.profile(d.data(), inputs, options);
        const Verifier verifier(given, layouts, arrangement.extents);
        if (!verifier.is_right(d, ranks.rank(), settings.samples)) ++wrong;
        const std::vector<double> times =
            RankTimer(settings.turns, ranks, context).run(plan, d.data(), inputs);
        if (ranks.rank() > 0) return;
        const double time = tool::median(times);
        std::int64_t bytes = 0;
        for (const DistributedLayout& layout : layouts) {
            bytes += packed_bytes(packed(layout.extents), 8);
        }
        fmt::print("{}\t{}\t{}\t{:.2f}\t{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\t{:.2f}\t{:.1f}\t{}\n",
                   given.id, arrangement.title, ranks.ranks(), 1e-9 * static_cast<double>(bytes),
                   report.choice, report.bytes_over_links, report.report.workspace_bytes,
                   report.report.predicted_ms, time, times.front(), times.back(),
                   report.report.flops / time * 1e-9, wrong == 0 ? "ok" : "wrong");
        std::fflush(stdout);
    });
}

/// The whole on all GPUs, then on one; and for weak scaling its parts on 1, 2, 4, … of them.
std::vector<Arrangement> arrangements_of(const Settings& settings, const ScaleOutCase& given) {
    const std::vector<Device> all = parse_devices(settings.devices);
    std::vector<Arrangement> rows{{"aligned", given.aligned, all, given.extents},
                                  {"not aligned", given.other, all, given.extents},
                                  {"one GPU", "", {all.front()}, given.extents}};
    for (std::size_t count = 1; count < all.size(); count *= 2) {
        rows.push_back({count == 1 ? "a part, one GPU" : fmt::format("a part, {} GPUs", count),
                        given.aligned,
                        {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)},
                        given.part(static_cast<int>(count), static_cast<int>(all.size()))});
    }
    return rows;
}

void run(const Settings& settings) {
    fmt::print(
        "id\tarrangement\tranks\tgb\tchoice\tbytes_over_links\tworkspace_bytes\tpredicted_ms\t"
        "time_ms\tleast_ms\tmost_ms\ttflops\tcheck\n");
    for (const ScaleOutCase& given : read_scale_out_cases(settings.cases)) {
        for (const Arrangement& arrangement : arrangements_of(settings, given)) {
            try {
                run_arrangement(settings, given, arrangement);
            } catch (const Error& error) {
                fmt::print("# {}, {}: {}\n", given.id, arrangement.title, error.what());
            }
            std::fflush(stdout);
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Large contractions on one GPU and over several", "bench_scale_out");
    app.add_option("cases", settings.cases, "case file")->required();
    app.add_option("--devices", settings.devices, "one for each rank");
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--samples", settings.samples, "elements of D that each rank compares");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
