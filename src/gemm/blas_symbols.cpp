// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/blas_symbols.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "src/gemm/blas_names.h"

// Addresses alone: the types are those of find(). A program that a static BLAS is linked into
// exports none of its names, but a weak reference is bound to it.
extern "C" {
void TTGT_BLAS(cblas_dgemm)();
[[gnu::weak]] void TTGT_BLAS(openblas_get_config)();
[[gnu::weak]] void TTGT_BLAS(openblas_get_corename)();
[[gnu::weak]] void TTGT_BLAS(openblas_get_parallel)();
[[gnu::weak]] void TTGT_BLAS(openblas_get_num_threads)();
[[gnu::weak]] void TTGT_BLAS(openblas_set_num_threads)();
[[gnu::weak]] void MKL_Get_Version_String();
[[gnu::weak]] void MKL_Set_Num_Threads_Local();
[[gnu::weak]] void bli_info_get_version_str();
[[gnu::weak]] void bli_thread_get_num_threads();
[[gnu::weak]] void bli_thread_set_num_threads();
}

namespace ttgt {
namespace {

using Address = void (*)();

/// What the names of the BLAS's own functions begin with.
constexpr const char* prefix = TTGT_BLAS_TEXT();

struct Linked {
    std::string_view name;
    Address address;
};

void* linked(std::string_view name) {
    const std::array<Linked, 10> all{{
        {"openblas_get_config", TTGT_BLAS(openblas_get_config)},
        {"openblas_get_corename", TTGT_BLAS(openblas_get_corename)},
        {"openblas_get_parallel", TTGT_BLAS(openblas_get_parallel)},
        {"openblas_get_num_threads", TTGT_BLAS(openblas_get_num_threads)},
        {"openblas_set_num_threads", TTGT_BLAS(openblas_set_num_threads)},
        {"MKL_Get_Version_String", MKL_Get_Version_String},
        {"MKL_Set_Num_Threads_Local", MKL_Set_Num_Threads_Local},
        {"bli_info_get_version_str", bli_info_get_version_str},
        {"bli_thread_get_num_threads", bli_thread_get_num_threads},
        {"bli_thread_set_num_threads", bli_thread_set_num_threads},
    }};
    const auto* const entry =
        std::find_if(all.begin(), all.end(), [&](const Linked& e) { return e.name == name; });
    return entry == all.end() ? nullptr : reinterpret_cast<void*>(entry->address);
}

/// The object that the address is in; its base is null where there is none.
Dl_info object_of(const void* address) {
    Dl_info info{};
    if (address == nullptr || dladdr(address, &info) == 0) return {};
    return info;
}

/// The address itself may be a stub in the program that calls it.
Dl_info library_of_cblas() {
    const Dl_info found = object_of(dlsym(RTLD_DEFAULT, TTGT_BLAS_TEXT(cblas_dgemm)));
    return found.dli_fbase != nullptr
               ? found
               : object_of(reinterpret_cast<const void*>(&TTGT_BLAS(cblas_dgemm)));
}

}  // namespace

BlasSymbols::BlasSymbols() {
    const Dl_info info = library_of_cblas();
    if (info.dli_fbase == nullptr) return;
    base_ = info.dli_fbase;
    path_ = info.dli_fname;
    library_ = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

BlasSymbols::~BlasSymbols() {
    if (library_ != nullptr) dlclose(library_);
}

void* BlasSymbols::address(const char* name) const {
    if (library_ != nullptr) {
        const std::string own = std::string(prefix).append(name);
        for (const char* const each : {own.c_str(), name}) {
            if (void* const exported = dlsym(library_, each)) return exported;
        }
    }
    void* const bound = linked(name);
    return object_of(bound).dli_fbase == base_ ? bound : nullptr;
}

}  // namespace ttgt
