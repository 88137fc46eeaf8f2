// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/station.h"

#include "tests/stress/cuda/on_device.h"

namespace ttgt::stress {

ContextOptions Station::options() const {
    ContextOptions options;
    options.device = device_;
    options.plan_cache = cache_;
    return options;
}

Context& Station::context(std::int64_t workspace_limit, int threads) {
    std::unique_ptr<Context>& kept = contexts_[{workspace_limit, threads}];
    if (!kept) {
        ContextOptions chosen = options();
        chosen.workspace_limit = workspace_limit;
        chosen.threads = threads;
        kept = std::make_unique<Context>(chosen);
    }
    return *kept;
}

test::Site site_of(Context& context, std::int64_t shift) {
    if (context.options().device.kind == Device::Kind::cuda) {
        return device_site(context, shift);
    }
    return {&context, test::place_on_host};
}

}  // namespace ttgt::stress
