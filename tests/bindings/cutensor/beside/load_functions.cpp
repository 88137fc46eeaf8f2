// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <dlfcn.h>

#include "tests/bindings/cutensor/beside/functions.h"

namespace ttgt::test {
namespace {

template <class T>
T* symbol(void* library, const char* name) {
    void* const found = dlsym(library, name);
    if (found == nullptr) throw std::runtime_error(std::string("there is no ") + name);
    return reinterpret_cast<T*>(found);
}

}  // namespace

Functions load_functions(const std::string& path) {
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    Functions functions;
#define TTGT_FUNCTION(name) functions.name = symbol<decltype(::name)>(library, #name);
#define TTGT_DESCRIPTOR(name) \
    functions.name = *symbol<const cutensorComputeDescriptor_t>(library, #name);
#include "tests/bindings/cutensor/beside/functions.inc"
#undef TTGT_DESCRIPTOR
#undef TTGT_FUNCTION
    return functions;
}

}  // namespace ttgt::test
