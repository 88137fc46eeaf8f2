// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks of an NCCL communicator: threads or processes, each with a GPU. Messages with elements are
// grouped NCCL sends and receives on the stream of the run. Texts and numbers are exchanged through
// device memory on a stream of its own, and these calls wait.
#include <ttgt/error.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "distributed/nccl/nccl_library.h"
#include "distributed/run/timeout.h"
#include "distributed/run/transport.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::nccl {
namespace {

int asked(decltype(Library::count) call, const char* name, ncclComm_t communicator) {
    int answer = 0;
    check(call(communicator, &answer), name);
    return answer;
}

class NcclRank final : public Transport {
public:
    explicit NcclRank(ncclComm_t communicator)
        : communicator_(communicator),
          device_{Device::Kind::cuda, asked(library().device, "ncclCommCuDevice", communicator)},
          rank_(asked(library().user_rank, "ncclCommUserRank", communicator)),
          ranks_(asked(library().count, "ncclCommCount", communicator)),
          stream_(device_.index) {}

    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int ranks() const noexcept override { return ranks_; }
    [[nodiscard]] const char* name() const noexcept override { return "NCCL"; }
    [[nodiscard]] bool carries(const Device& device) const noexcept override {
        return device == device_;
    }
    [[nodiscard]] bool has_matrix_grids() const noexcept override { return false; }

    [[nodiscard]] std::vector<std::string> all_texts(const std::string& text) override {
        const auto length = static_cast<double>(text.size());
        const std::vector<double> lengths = all_numbers({&length, 1});
        const auto longest =
            static_cast<std::size_t>(*std::max_element(lengths.begin(), lengths.end()));
        std::string mine = text;
        mine.resize(std::max<std::size_t>(longest, 1));
        const std::vector<char> all = gathered(mine.data(), mine.size());
        std::vector<std::string> texts;
        for (std::size_t peer = 0; peer < lengths.size(); ++peer) {
            texts.emplace_back(all.data() + peer * mine.size(),
                               static_cast<std::size_t>(lengths[peer]));
        }
        return texts;
    }

    [[nodiscard]] std::vector<double> all_numbers(std::span<const double> numbers) override {
        const std::vector<char> bytes = gathered(numbers.data(), numbers.size_bytes());
        std::vector<double> all(numbers.size() * static_cast<std::size_t>(ranks_));
        std::memcpy(all.data(), bytes.data(), bytes.size());
        return all;
    }

    void exchange(std::span<const Message> sends, std::span<const Message> receives,
                  std::int64_t most_bytes, Stream stream,
                  const std::function<void()>& meanwhile) override {
        const cuda::DeviceScope scope(device_.index);
        check(library().group_start(), "ncclGroupStart");
        for_each_slice(sends, most_bytes, [&](char* data, std::size_t bytes, int peer) {
            check(library().send(data, bytes, ncclChar, peer, communicator_, cuda::native(stream)),
                  "ncclSend");
        });
        for_each_slice(receives, most_bytes, [&](char* data, std::size_t bytes, int peer) {
            check(
                library().receive(data, bytes, ncclChar, peer, communicator_, cuda::native(stream)),
                "ncclRecv");
        });
        check(library().group_end(), "ncclGroupEnd");
        meanwhile();
    }

    [[nodiscard]] std::shared_ptr<const MatrixGrid> matrix_grid(const std::string&,
                                                                const GridPlace&) override {
        throw Unsupported("ranks of NCCL have no DistributedGemm");
    }

private:
    template <class Transfer>
    static void for_each_slice(std::span<const Message> messages, std::int64_t most_bytes,
                               Transfer&& transfer) {
        for (const Message& message : messages) {
            for (std::int64_t done = 0; done < message.bytes; done += most_bytes) {
                transfer(static_cast<char*>(message.data) + done,
                         static_cast<std::size_t>(std::min(most_bytes, message.bytes - done)),
                         message.peer);
            }
        }
    }

    /// The bytes of all ranks, in the order of ranks. Each rank must give the same number of bytes.
    [[nodiscard]] std::vector<char> gathered(const void* mine, std::size_t bytes) {
        given_up_.check();
        const cuda::DeviceScope scope(device_.index);
        const Stream stream = stream_.get();
        std::vector<char> all(bytes * static_cast<std::size_t>(ranks_));
        const auto length = static_cast<std::int64_t>(bytes);
        const cuda::DeviceBuffer memory(length * (ranks_ + 1), device_.index, stream,
                                        "what ranks tell each other");
        char* const gathered = static_cast<char*>(memory.data()) + length;
        cuda::copy_to_device(memory.data(), mine, length, stream);
        check(library().all_gather(memory.data(), gathered, bytes, ncclChar, communicator_,
                                   cuda::native(stream)),
              "ncclAllGather");
        wait(cuda::Completion(device_.index, stream));
        cuda::copy_to_host(all.data(), gathered, length * ranks_, stream);
        cuda::Completion(device_.index, stream).wait();
        return all;
    }

    /// Waits for what the ranks tell each other, at most timeout() seconds.
    void wait(const cuda::Completion& arrival) {
        if (timeout() >= longest_timeout) return arrival.wait();
        if (is_done_within(timeout(), [&] { return arrival.is_done(); })) return;
        given_up_.give_up(rank_, timeout(), {});
    }

    ncclComm_t communicator_;
    Device device_;
    int rank_;
    int ranks_;
    GivenUp given_up_;
    cuda::OwnedStream stream_;
};

}  // namespace
}  // namespace ttgt::nccl

namespace ttgt {

std::shared_ptr<Transport> make_nccl_rank(void* communicator) {
    if (communicator == nullptr) throw InvalidArgument("the communicator of NCCL is null");
    return std::make_shared<nccl::NcclRank>(static_cast<ncclComm_t>(communicator));
}

}  // namespace ttgt
