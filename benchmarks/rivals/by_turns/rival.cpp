// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/rivals/by_turns/rival.h"

#include <dlfcn.h>

#include <stdexcept>

namespace ttgt::by_turns {

Rival::Rival(const std::string& file) : file_(file) {
    if (file.empty()) throw std::runtime_error("the file of the rival's library is needed");
    handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
        const char* const reason = dlerror();
        throw std::runtime_error("cannot load '" + file +
                                 "': " + (reason == nullptr ? "unknown reason" : reason));
    }
}

std::string Rival::file_name() const { return file_.substr(file_.rfind('/') + 1); }

void* Rival::address(const char* name, bool is_needed) const {
    void* const symbol = dlsym(handle_, name);
    if (symbol == nullptr && is_needed) {
        throw std::runtime_error("'" + file_name() + "' has no function " + name);
    }
    return symbol;
}

}  // namespace ttgt::by_turns
