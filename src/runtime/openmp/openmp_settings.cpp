// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/openmp/openmp_settings.h"

#include <omp.h>

#include <algorithm>
#include <cstddef>

namespace ttgt {

bool in_openmp_region() noexcept { return omp_in_parallel() != 0; }

int openmp_threads() noexcept { return omp_get_max_threads(); }

int openmp_thread_limit() noexcept { return omp_get_thread_limit(); }

int openmp_processors() noexcept { return omp_get_num_procs(); }

OpenMpTeam openmp_team() noexcept { return {omp_get_max_threads(), omp_get_dynamic() != 0}; }

void set_openmp_team(const OpenMpTeam& team) noexcept {
    omp_set_num_threads(team.threads);
    omp_set_dynamic(team.is_dynamic ? 1 : 0);
}

std::vector<int> openmp_place(int distance) {
    const int places = omp_get_num_places();
    if (omp_get_proc_bind() == omp_proc_bind_false || places <= 0) return {};
    const int place = (std::max(omp_get_place_num(), 0) + distance) % places;
    std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, processors.data());
    return processors;
}

}  // namespace ttgt
