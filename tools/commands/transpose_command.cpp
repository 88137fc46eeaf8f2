// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tools/bench/transpose/transpose_timing.h"
#include "tools/commands/commands.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"
#include "tools/io/progress.h"
#include "tools/io/standard_output.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

DType dtype_of_command(const TransposeCommand& command) {
    if (command.element_bytes != 0) return opaque_dtype(command.element_bytes, "--element-bytes");
    return command.dtype.empty() ? DType::float64 : parse_numeric_dtype(command.dtype, "--dtype");
}

std::string speed_of(const TransposeTiming& timing) {
    if (!timing.moves) return "nothing to move";
    return fmt::format("{:.4g} ms  {:.4g} GB/s  {:.3f} of a copy ({:.4g} GB/s)", timing.time_ms,
                       timing.gb_s, timing.gb_s / timing.copy_gb_s, timing.copy_gb_s);
}

}  // namespace

void run(const TransposeCommand& command) {
    catch_interrupts(OnInterrupt::leave_at_once);
    const std::vector<std::int64_t> extents = parse_integers(command.extents, 0, "--extents");
    const std::vector<int> perm = parse_permutation(command.perm, extents.size(), "--perm");
    const DType dtype = dtype_of_command(command);
    check_layout(packed(extents), size_bytes(dtype), "the tensor");
    Context context(context_options_of(command));
    const auto arena = make_transpose_arena(context);
    Progress progress;
    const Say say = [&](std::string_view phase) { progress.stage(std::string(phase), 0); };
    const TransposeTiming timing =
        time_transpose(context, *arena, packed_task(extents, perm, dtype),
                       {planning_of(command.measure), command.repeats, command.check, say});
    progress.erase();
    print(fmt::format("{} {}  {}  planned in {:.3g} us\n", timing.method, name(dtype),
                      speed_of(timing), timing.plan_us));
    if (command.check) print(fmt::format("check: {}\n", timing.check));
    if (timing.check == "fail")
        throw CheckFailed("the transpose differs from the input's elements");
}

}  // namespace ttgt::tool
