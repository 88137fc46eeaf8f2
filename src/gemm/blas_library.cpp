// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/blas_library.h"

#if TTGT_HAS_CBLAS
#include <algorithm>
#include <array>
#include <cstdint>

#include "src/gemm/blas_symbols.h"
#include "src/gemm/config_text.h"
#endif

namespace ttgt {
namespace {

#if TTGT_HAS_CBLAS

using Text = const char*();

std::string text_of(const BlasSymbols& symbols, const char* name) {
    Text* const get = symbols.find<Text>(name);
    const char* const text = get == nullptr ? nullptr : get();
    return text == nullptr ? std::string() : std::string(text);
}

/// The number of threads behind a getter and a setter of these names.
template <class Int>
void set_process_wide(const BlasSymbols& symbols, const char* getter, const char* setter,
                      BlasLibrary& library) {
    auto* const get = symbols.find<Int()>(getter);
    auto* const set = symbols.find<void(Int)>(setter);
    if (get == nullptr || set == nullptr) return;
    library.get_threads = [get] { return static_cast<int>(get()); };
    library.set_threads = [set](int threads) { set(threads); };
}

bool is_openblas(const BlasSymbols& symbols, BlasLibrary& library) {
    const std::string config = text_of(symbols, "openblas_get_config");
    if (config.empty()) return false;
    library.name = "OpenBLAS";
    library.version = word_after(config, "OpenBLAS");
    library.kernel = text_of(symbols, "openblas_get_corename");
    auto* const parallel = symbols.find<int()>("openblas_get_parallel");
    constexpr std::array kinds{BlasThreading::serial, BlasThreading::pthread,
                               BlasThreading::openmp};
    const int kind = parallel == nullptr ? -1 : parallel();
    if (kind >= 0 && kind < 3) library.threading = kinds.at(static_cast<std::size_t>(kind));
    library.side_by_side = library.threading != BlasThreading::serial;
    constexpr std::array<std::string_view, 3> small_kernels{"SkylakeX", "Cooperlake",
                                                            "SapphireRapids"};
    library.multiplies_small_unpacked = std::find(small_kernels.begin(), small_kernels.end(),
                                                  library.kernel) != small_kernels.end();
    // With OpenMP the number is OpenMP's, thread by thread; openblas_set_num_threads_local() of
    // 0.3.27 sets the process's number elsewhere, too.
    if (library.threading == BlasThreading::pthread) {
        set_process_wide<int>(symbols, "openblas_get_num_threads", "openblas_set_num_threads",
                              library);
    }
    return true;
}

bool is_mkl(const BlasSymbols& symbols, BlasLibrary& library) {
    auto* const set = symbols.find<int(int)>("MKL_Set_Num_Threads_Local");
    if (set == nullptr) return false;
    library.name = "MKL";
    std::array<char, 256> text{};
    auto* const version = symbols.find<void(char*, int)>("MKL_Get_Version_String");
    if (version != nullptr) version(text.data(), static_cast<int>(text.size()) - 1);
    library.version = word_after(text.data(), "Version");
    library.set_own_threads = [set](int threads) { return set(threads); };
    return true;
}

bool is_blis(const BlasSymbols& symbols, BlasLibrary& library) {
    library.version = text_of(symbols, "bli_info_get_version_str");
    if (library.version.empty()) return false;
    library.name = "BLIS";
    using Size = std::int64_t;
    const auto has = [&](const char* name) {
        auto* const get = symbols.find<Size()>(name);
        return get != nullptr && get() != 0;
    };
    library.threading = has("bli_info_get_enable_openmp")     ? BlasThreading::openmp
                        : has("bli_info_get_enable_pthreads") ? BlasThreading::pthread
                                                              : BlasThreading::serial;
    auto* const query = symbols.find<int()>("bli_arch_query_id");
    auto* const spell = symbols.find<const char*(int)>("bli_arch_string");
    if (query != nullptr && spell != nullptr) library.kernel = spell(query());
    set_process_wide<Size>(symbols, "bli_thread_get_num_threads", "bli_thread_set_num_threads",
                           library);
    return true;
}

bool is_flexiblas(const BlasSymbols& symbols, BlasLibrary& library) {
    set_process_wide<int>(symbols, "flexiblas_get_num_threads", "flexiblas_set_num_threads",
                          library);
    if (!library.set_threads) return false;
    library.name = "FlexiBLAS";
    return true;
}

/// Netlib's own: a routine of its C interface that no vendor's has.
bool is_reference(const BlasSymbols& symbols, BlasLibrary& library) {
    if (symbols.find<void()>("dcabs1sub_") == nullptr) return false;
    library.name = "reference";
    library.threading = BlasThreading::serial;
    return true;
}

BlasLibrary find_library() {
    const BlasSymbols symbols;
    BlasLibrary library;
    library.name = "unknown";
    library.path = symbols.path();
    for (auto* const is_it : {is_flexiblas, is_openblas, is_mkl, is_blis, is_reference}) {
        if (is_it(symbols, library)) break;
    }
    return library;
}

#else

BlasLibrary find_library() {
    BlasLibrary library;
    library.name = "Eigen";
    library.threading = BlasThreading::serial;
    return library;
}

#endif

}  // namespace

std::string_view name(BlasThreading threading) noexcept {
    switch (threading) {
        case BlasThreading::serial:
            return "serial";
        case BlasThreading::openmp:
            return "openmp";
        case BlasThreading::pthread:
            return "pthread";
        default:
            return "unknown";
    }
}

const BlasLibrary& blas_library() {
    // Never destroyed: destructors of static objects may contract, too.
    static const BlasLibrary* const library = new BlasLibrary(find_library());
    return *library;
}

std::string kernels_of(const BlasLibrary& library) {
    return library.name == "reference" ? library.name : library.kernel;
}

std::string describe(const BlasLibrary& library) {
    std::string text = library.name;
    if (!library.version.empty()) text += " " + library.version;
    if (!library.kernel.empty()) text += ", " + library.kernel + " kernels";
    return text.append(", ").append(name(library.threading)).append(" threads");
}

}  // namespace ttgt
