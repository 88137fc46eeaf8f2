// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>                 // IWYU pragma: export
#include <ttgt/compute_type.h>           // IWYU pragma: export
#include <ttgt/context.h>                // IWYU pragma: export
#include <ttgt/contraction.h>            // IWYU pragma: export
#include <ttgt/device.h>                 // IWYU pragma: export
#include <ttgt/distributed.h>            // IWYU pragma: export
#include <ttgt/distributed_operators.h>  // IWYU pragma: export
#include <ttgt/distributed_program.h>    // IWYU pragma: export
#include <ttgt/distributed_tensor.h>     // IWYU pragma: export
#include <ttgt/dtype.h>                  // IWYU pragma: export
#include <ttgt/error.h>                  // IWYU pragma: export
#include <ttgt/float16.h>                // IWYU pragma: export
#include <ttgt/groups.h>                 // IWYU pragma: export
#include <ttgt/host_contraction.h>       // IWYU pragma: export
#include <ttgt/interrupt.h>              // IWYU pragma: export
#include <ttgt/layout.h>                 // IWYU pragma: export
#include <ttgt/link_rates.h>             // IWYU pragma: export
#include <ttgt/operators.h>              // IWYU pragma: export
#include <ttgt/path.h>                   // IWYU pragma: export
#include <ttgt/path_search.h>            // IWYU pragma: export
#include <ttgt/planning.h>               // IWYU pragma: export
#include <ttgt/program.h>                // IWYU pragma: export
#include <ttgt/report.h>                 // IWYU pragma: export
#include <ttgt/tensor.h>                 // IWYU pragma: export
#include <ttgt/threads.h>                // IWYU pragma: export
#include <ttgt/transpose.h>              // IWYU pragma: export
#include <ttgt/version.h>                // IWYU pragma: export
