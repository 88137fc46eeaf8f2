// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/redistribution.h"

#include <algorithm>
#include <numeric>

#include "distributed/placement/pieces.h"
#include "src/core/checked.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace {

constexpr std::int64_t staging_alignment = 64;

char* at(void* memory, std::int64_t offset) { return static_cast<char*>(memory) + offset; }
const char* at(const void* memory, std::int64_t offset) {
    return static_cast<const char*>(memory) + offset;
}

}  // namespace

/// Fills the members of a Redistribution. Senders and receivers are visited in ascending order of
/// ranks on every rank, so that messages between two ranks match.
class Redistribution::Planner {
public:
    Planner(Redistribution& plan, Context& context, const Movement& movement, int rank)
        : plan_(plan), context_(context), movement_(movement), sources_(movement), rank_(rank) {}

    void send_to(int peer) {
        if (peer == rank_ || !sources_.serves(rank_, peer)) return;
        const std::vector<Piece> pieces = pieces_between(movement_, rank_, peer);
        if (pieces.empty()) return;
        Block block{peer, !lies_packed(pieces, &Piece::from), 0, bytes_of(pieces)};
        if (block.is_staged) {
            block.offset = reserve(block.bytes);
            std::int64_t offset = block.offset;
            for (const Piece& piece : pieces) {
                plan_.packed_.push_back({.plan = copy(piece.from, piece.packed),
                                         .from = piece.from_offset * element_bytes(),
                                         .to = offset});
                offset += piece.elements * element_bytes();
            }
        } else {
            block.offset = pieces.front().from_offset * element_bytes();
        }
        plan_.sends_.push_back(block);
        plan_.bytes_sent_ += block.bytes;
    }

    void receive_from(int peer) {
        if (!sources_.serves(peer, rank_)) return;
        const std::vector<Piece> pieces = pieces_between(movement_, peer, rank_);
        if (pieces.empty()) return;
        const std::int64_t summand = sources_.summand(peer);
        if (peer == rank_) return keep(pieces, summand);
        const bool is_staged =
            !movement_.overwrites || movement_.conjugate || !lies_packed(pieces, &Piece::to);
        Block block{peer, is_staged, 0, bytes_of(pieces)};
        if (is_staged) {
            block.offset = reserve(block.bytes);
            std::int64_t offset = block.offset;
            for (const Piece& piece : pieces) {
                arrive({.plan = copy(piece.packed, piece.to, movement_.conjugate),
                        .from = offset,
                        .to = piece.to_offset * element_bytes(),
                        .is_from_staging = true,
                        .summand = summand});
                offset += piece.elements * element_bytes();
            }
        } else {
            block.offset = pieces.front().to_offset * element_bytes();
        }
        plan_.receives_.push_back(block);
        plan_.bytes_received_ += block.bytes;
    }

private:
    [[nodiscard]] std::int64_t element_bytes() const { return size_bytes(movement_.dtype); }

    [[nodiscard]] std::int64_t bytes_of(const std::vector<Piece>& pieces) const {
        std::int64_t elements = 0;
        for (const Piece& piece : pieces) elements += piece.elements;
        return elements * element_bytes();
    }

    std::int64_t reserve(std::int64_t bytes) {
        const std::int64_t offset = plan_.staging_bytes_;
        const std::int64_t end = checked_add(offset, bytes, "the staging memory");
        plan_.staging_bytes_ = align_up(end, staging_alignment);
        return offset;
    }

    [[nodiscard]] TransposePlan copy(const Layout& from, const Layout& to, bool conjugate = false) {
        std::vector<int> order(from.rank());
        std::iota(order.begin(), order.end(), 0);
        TransposeOptions options;
        options.conjugate = conjugate;
        return plan_transpose(context_, from, to, order, movement_.dtype, options);
    }

    void arrive(Copy copy) {
        const bool waits = copy.is_from_staging || sources_.summands() > 1;
        (waits ? plan_.arrivals_ : plan_.kept_).push_back(std::move(copy));
    }

    void keep(const std::vector<Piece>& pieces, std::int64_t summand) {
        for (const Piece& piece : pieces) {
            arrive({.plan = copy(piece.from, piece.to, movement_.conjugate),
                    .from = piece.from_offset * element_bytes(),
                    .to = piece.to_offset * element_bytes(),
                    .is_from_staging = false,
                    .summand = summand});
        }
    }

    Redistribution& plan_;
    Context& context_;
    const Movement& movement_;
    Sources sources_;
    int rank_;
};

Redistribution::Redistribution(Context& context, const Movement& movement, int rank) {
    Planner planner(*this, context, movement, rank);
    const int senders = ranks_of(movement.from.grid);
    const int receivers = ranks_of(movement.to.grid);
    if (rank < senders) {
        for (int peer = 0; peer < receivers; ++peer) planner.send_to(peer);
    }
    if (rank < receivers) {
        for (int peer = 0; peer < senders; ++peer) planner.receive_from(peer);
    }
    std::stable_sort(arrivals_.begin(), arrivals_.end(),
                     [](const Copy& a, const Copy& b) { return a.summand < b.summand; });
}

void Redistribution::run(Transport* transport, const void* from, void* to, Scalar alpha,
                         Scalar beta, void* staging, std::int64_t most_bytes, Stream stream) const {
    for (const Copy& copy : packed_) {
        copy.plan.run(1.0, at(from, copy.from), 0.0, at(staging, copy.to), stream);
    }
    const auto run_all = [&](const std::vector<Copy>& copies) {
        for (const Copy& copy : copies) {
            const void* source = copy.is_from_staging ? staging : from;
            copy.plan.run(alpha, at(source, copy.from), copy.summand == 0 ? beta : Scalar{1.0},
                          at(to, copy.to), stream);
        }
    };
    if (transport == nullptr) {
        run_all(kept_);
    } else {
        exchange(*transport, from, to, staging, most_bytes, stream, [&] { run_all(kept_); });
    }
    run_all(arrivals_);
}

void Redistribution::exchange(Transport& transport, const void* from, void* to, void* staging,
                              std::int64_t most_bytes, Stream stream,
                              const std::function<void()>& meanwhile) const {
    std::vector<Message> sends;
    for (const Block& block : sends_) {
        // The pointer loses its const here, but the transport only reads messages to send.
        void* data =
            block.is_staged ? at(staging, block.offset) : const_cast<char*>(at(from, block.offset));
        sends.push_back({block.peer, data, block.bytes});
    }
    std::vector<Message> receives;
    for (const Block& block : receives_) {
        receives.push_back(
            {block.peer, at(block.is_staged ? staging : to, block.offset), block.bytes});
    }
    transport.exchange(sends, receives, most_bytes, stream, meanwhile);
}

}  // namespace ttgt
