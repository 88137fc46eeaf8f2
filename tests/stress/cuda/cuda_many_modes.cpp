// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/transpose.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/stream.h"
#include "tests/stress/case_class.h"
#include "tests/support/problems/transpose_case.h"
#include "tools/bench/cases/transpose_draws.h"

// Transposes of many modes must stay near the speed of a copy.
namespace ttgt::stress {
namespace {

using test::TransposeCase;

constexpr int rank = 12;

/// 256 MiB of 8-byte elements.
TransposeCase draw_many_modes(std::uint64_t seed) {
    tool::PortableRandom random(seed);
    const double ratio = 1 + static_cast<double>(random.below(5));
    tool::Extents extents = tool::graded_extents(0x1p25, rank, ratio);
    random.shuffle(extents);
    return test::packed_case(DType::float64, extents, random_permutation(rank, random));
}

double fastest(const std::vector<double>& times) {
    return *std::min_element(times.begin(), times.end());
}

}  // namespace

std::string run_many_modes(std::uint64_t seed, Station& station) {
    constexpr double least_share = 0.75;  // of a copy's speed; those that are drawn reach 0.83
    const TransposeCase given = draw_many_modes(seed);
    const int device = station.device().index;
    Context& context = station.context();
    const TransposePlan plan =
        plan_transpose(context, given.in, given.out, given.perm, given.dtype);
    const std::int64_t bytes = packed_bytes(given.in, size_bytes(given.dtype));
    const cuda::OwnedStream stream(device);
    const cuda::DeviceBuffer in(bytes, device, stream.get(), "a transpose's input");
    const cuda::DeviceBuffer out(bytes, device, stream.get(), "a transpose's output");
    cuda::fill_bytes(in.data(), 1, bytes, stream.get());
    const auto copy = [&] { cuda::copy_on_device(out.data(), in.data(), bytes, stream.get()); };
    const auto transpose = [&] { plan.run(1.0, in.data(), 0.0, out.data(), stream.get()); };
    const auto times = cuda::time_turns_ms(device, stream.get(), 8, {copy, transpose});
    const double share = fastest(times[0]) / fastest(times[1]);
    if (share >= least_share) return {};
    return fmt::format("{:.2f} of a copy's speed, predicted {:.3f} ms, took {:.3f}: {}", share,
                       plan.predicted_ms(), fastest(times[1]), to_string(given));
}

}  // namespace ttgt::stress
