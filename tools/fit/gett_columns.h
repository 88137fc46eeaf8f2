// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::tool {

/// Calls visit(name, member) for each column that a raw GETT launch has of what the cost model
/// counts (`work`) and of what it knows of the GPU. tools/fit/README.md has their meanings.
template <class Work, class Gpu, class Visit>
void visit_gett_columns(Work& work, Gpu& gpu, Visit visit) {
    visit("tile", work.tile);
    visit("vector_l", work.vector_l);
    visit("vector_r", work.vector_r);
    visit("is_staged", work.is_staged);
    visit("resident_blocks", work.resident_blocks);
    visit("items", work.items);
    visit("splits", work.splits);
    visit("slices", work.slices);
    visit("l_sectors", work.l_sectors);
    visit("r_sectors", work.r_sectors);
    visit("d_sectors", work.d.sectors);
    visit("d_partial", work.d.partial);
    visit("d_runs", work.d.runs);
    visit("l_run_bytes", work.l_run_bytes);
    visit("r_run_bytes", work.r_run_bytes);
    visit("d_run_bytes", work.d_run_bytes);
    visit("d_line_parts", work.d_line_parts);
    visit("l_between", work.l_between);
    visit("r_between", work.r_between);
    visit("l_bytes", work.l_bytes);
    visit("r_bytes", work.r_bytes);
    visit("output_bytes", work.output_bytes);
    visit("multiprocessors", gpu.multiprocessors);
    visit("cycles_per_us", gpu.cycles_per_us);
    visit("bytes_per_us", gpu.bytes_per_us);
}

/// The names of the columns of a raw GETT launch that gett_cells() writes, with tabs between them.
[[nodiscard]] std::string gett_header();
/// The cells of a launch, with tabs between them.
[[nodiscard]] std::string gett_cells(const cuda::GettWork& work, const cuda::Architecture& gpu);

}  // namespace ttgt::tool
