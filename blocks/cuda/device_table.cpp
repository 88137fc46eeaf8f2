// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cuda/device_table.h"

#include <map>
#include <mutex>

#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::blocks {
namespace {

/// A stream of the device for tables that are kept. Never destroyed: plans outlive contexts.
Stream stream_of_tables(int device) {
    static std::mutex mutex;
    static std::map<int, cuda::OwnedStream>* const streams = new std::map<int, cuda::OwnedStream>();
    const std::lock_guard lock(mutex);
    return streams->try_emplace(device, device).first->second.get();
}

}  // namespace

TableSite table_site(const Context& context, TableUse use) {
    const int device = context.options().device.index;
    return {device, use == TableUse::once ? context.stream() : stream_of_tables(device), use};
}

void DeviceTable::upload(const TableSite& site) {
    const auto bytes = static_cast<std::int64_t>(bytes_.size());
    buffer_.emplace(bytes, site.device, site.stream, "the tables of a plan of blocks");
    const cuda::DeviceScope scope(site.device);
    cuda::copy_to_device(buffer_->data(), bytes_.data(), bytes, site.stream);
    if (site.use == TableUse::kept) cuda::synchronize(site.stream);
    bytes_ = {};
}

}  // namespace ttgt::blocks
