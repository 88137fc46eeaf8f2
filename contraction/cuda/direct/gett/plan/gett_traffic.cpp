// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_traffic.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "contraction/cuda/direct/gett/plan/gett_walk.h"
#include "src/core/element.h"
#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {
namespace {

/// Whether runs of `run_bytes` bytes in an operand begin and end at sectors, so that no sector is
/// touched in part. `stride_bytes` is the stride along the run.
bool fills_sectors(const DirectShape& shape, std::size_t operand, std::int64_t stride_bytes,
                   std::int64_t run_bytes) {
    if (run_bytes % sector_bytes != 0) return false;
    const std::int64_t element = size_bytes(shape.dtypes[operand]);
    for (const Modes<3>* modes : {&shape.outputs, &shape.sums}) {
        for (const Mode<3>& mode : *modes) {
            const std::int64_t step = std::abs(mode.strides[operand]) * element;
            if (step != stride_bytes && step % sector_bytes != 0) return false;
        }
    }
    return true;
}

/// The length of a run of `run` contiguous elements of an operand after it has been continued along
/// a group: by the digit whose stride is `run`, if a tile with `size` indices of the group goes
/// through that digit.
std::int64_t continued(std::int64_t run, std::size_t operand, const GroupIndex& index,
                       std::int64_t size) {
    for (const IndexDigit& digit : index.digits) {
        if (size <= 1) break;
        if (std::abs(digit.mode->strides[operand] * digit.below) == run)
            return run * std::min(size, digit.extent);
        size /= digit.extent;
    }
    return run;
}

/// Continues a run of `run` elements by `next`, which says how long a run is afterwards, as often
/// as it becomes longer.
template <class Next>
std::int64_t continued_by(std::int64_t run, const Next& next) {
    for (std::int64_t before = 0; before != run;) {
        before = run;
        run = next(run);
    }
    return run;
}

}  // namespace

TileAccess lone_access(double elements) { return {elements, elements, elements}; }

TileAccess access_by_runs(const DirectShape& shape, std::size_t operand, const IndexRun& run,
                          std::int64_t length, double elements) {
    const std::int64_t element = size_bytes(shape.dtypes[operand]);
    const std::int64_t stride = std::abs(run.stride) * element;
    if (stride >= sector_bytes || stride == 0) return lone_access(elements);
    const std::int64_t bytes = length * stride;
    const bool is_aligned = fills_sectors(shape, operand, stride, bytes);
    const double more = is_aligned ? 0 : 1 - static_cast<double>(element) / sector_bytes;
    const double sectors = static_cast<double>(bytes) / sector_bytes + more;
    const double runs = elements / static_cast<double>(length);
    return {runs, runs * sectors, is_aligned ? 0 : runs * std::min(2.0, sectors)};
}

double read_sectors(const DirectShape& shape, std::size_t operand, const GroupIndex& fast,
                    std::int64_t size, double elements) {
    const IndexRun& run = fast.runs[operand];
    if (!walk_follows(run, size)) return elements;
    const std::int64_t length = std::min(run.length, size / run.begin);
    return access_by_runs(shape, operand, run, length, elements).sectors;
}

double positions_between(std::size_t operand, const GroupIndex& index, std::int64_t run) {
    double below = 1;
    for (const IndexDigit& digit : index.digits) {
        if (std::abs(digit.mode->strides[operand] * digit.below) == run) return below;
        below *= static_cast<double>(digit.extent);
    }
    return 0;
}

std::int64_t continued_run(std::size_t operand, const GroupIndex& index, std::int64_t run) {
    constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
    return continued_by(run, [&](std::int64_t of) { return continued(of, operand, index, all); });
}

std::int64_t run_elements(std::size_t operand, const GroupIndex& first, std::int64_t first_size,
                          const GroupIndex& second, std::int64_t second_size) {
    return continued_by(1, [&](std::int64_t of) {
        return continued(continued(of, operand, first, first_size), operand, second, second_size);
    });
}

}  // namespace ttgt::cuda
