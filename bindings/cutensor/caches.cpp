// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The plan cache, and the files of caches. These files are empty: plans are made again faster than
// they would be read, and the library keeps no kernels.
#include <cstdio>
#include <memory>
#include <string>

#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File open_cache(const char* path, const char* mode) {
    check_given(path, "filename");
    File file(std::fopen(path, mode));
    if (!file) refuse(CUTENSOR_STATUS_IO_ERROR, std::string(path) + " cannot be opened");
    return file;
}

void write_nothing(const char* path) { (void)open_cache(path, "w"); }

/// Throws Failure where the file has something in it: it is another library's.
void read_nothing(const char* path) {
    const File file = open_cache(path, "r");
    check(std::fgetc(file.get()) == EOF, CUTENSOR_STATUS_INVALID_VALUE,
          "the file is of another library");
}

}  // namespace
}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorHandleResizePlanCache(cutensorHandle_t handle, const uint32_t numEntries) {
    return guarded(__func__, [&] {
        cutensorHandle& owner = live(handle, "handle");
        const auto lock = owner.lock();
        owner.plans().resize(numEntries);
    });
}

cutensorStatus_t cutensorHandleWritePlanCacheToFile(const cutensorHandle_t handle,
                                                    const char filename[]) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        write_nothing(filename);
    });
}

cutensorStatus_t cutensorHandleReadPlanCacheFromFile(cutensorHandle_t handle, const char filename[],
                                                     uint32_t* numCachelinesRead) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        check_given(numCachelinesRead, "numCachelinesRead");
        read_nothing(filename);
        *numCachelinesRead = 0;
    });
}

cutensorStatus_t cutensorWriteKernelCacheToFile(const cutensorHandle_t handle,
                                                const char filename[]) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        write_nothing(filename);
    });
}

cutensorStatus_t cutensorReadKernelCacheFromFile(const cutensorHandle_t handle,
                                                 const char filename[]) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        read_nothing(filename);
    });
}
