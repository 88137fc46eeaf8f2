// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>
#include <ttgt/device.h>
#include <ttgt/export.h>
#include <ttgt/link_rates.h>
#include <ttgt/report.h>
#include <ttgt/tensor.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Contractions of tensors that are spread over ranks: processes of MPI, or threads of one process,
/// each with a part of the CPU or with a GPU.
/// What says "collective" is called by every rank of a communicator, in the same order, with the
/// same arguments but for pointers and strides. A collective call that one rank cannot do throws
/// the same error on every rank, before anything moves.
namespace ttgt {

class Transport;  // what a communicator hides

/// The ranks that work together, as one of them sees them. One thread of a rank uses it at a time.
class TTGT_EXPORT Communicator {
public:
    /// From an MPI communicator, as MPI_Comm_c2f() names it; MPI is initialised, and the
    /// communicator outlives no MPI_Finalize. It is duplicated. Collective. Throws Unsupported
    /// where this build has no MPI (`TTGT_MPI`), InvalidArgument where MPI is not running.
    [[nodiscard]] static Communicator from_mpi(int fortran_handle);
    /// All processes that mpirun started. Initialises MPI where nobody has, and then finalises it
    /// when the Communicator is destroyed, unless an exception is under way: a process that leaves
    /// by an exception ends the others instead of waiting for them. Throws as from_mpi().
    [[nodiscard]] static Communicator world();
    /// From an NCCL communicator, a ncclComm_t, of the libnccl.so.2 that the program has loaded:
    /// one rank for each of its GPUs, in threads or processes, whose contexts and tensors lie
    /// there. The caller keeps it until the Communicator and its plans are gone. They have no
    /// DistributedGemm. Throws Unsupported where this build has no NCCL (`TTGT_NCCL`) or the
    /// program has loaded none, InvalidArgument where it is null.
    [[nodiscard]] static Communicator from_nccl(void* communicator);
    /// Ranks of this process: one object for each of `ranks` threads, which must all take part.
    /// They have no DistributedGemm. Where one is destroyed while others wait for it, those throw
    /// DeviceError. Throws InvalidArgument where `ranks` is below 1.
    [[nodiscard]] static std::vector<Communicator> local(int ranks);
    /// The same with a CUDA device for each rank, whose context and tensors lie there; a device may
    /// stand there several times. Lets the devices reach each other's memory, that of their default
    /// pools too, for the rest of the process. Throws Unsupported where a device is a CPU or this
    /// build has no CUDA, and as a Context on one of them.
    [[nodiscard]] static std::vector<Communicator> local(const std::vector<Device>& devices);

    ~Communicator();
    Communicator(Communicator&&) noexcept;
    Communicator& operator=(Communicator&&) noexcept;
    Communicator(const Communicator&) = delete;  // one rank is one object
    Communicator& operator=(const Communicator&) = delete;

    [[nodiscard]] int rank() const noexcept;   ///< 0 to ranks() - 1
    [[nodiscard]] int ranks() const noexcept;  ///< how many there are
    /// Whether products spread over several ranks are a library's (ScaLAPACK).
    [[nodiscard]] bool has_distributed_gemm() const noexcept;
    [[nodiscard]] const std::shared_ptr<Transport>& transport() const noexcept {
        return transport_;
    }

private:
    explicit Communicator(std::shared_ptr<Transport> transport);

    std::shared_ptr<Transport> transport_;
};

/// How a mode lies on the grid: in blocks of `block` indices, dealt out in turn to the ranks along
/// one axis; index i is held where the coordinate is (i / block) mod ranks.
struct ModeDistribution {
    int axis = -1;           ///< of the grid; -1: each rank holds the whole mode
    std::int64_t block = 0;  ///< 0: one block a rank, ceil(extent / ranks of the axis)

    friend bool operator==(const ModeDistribution&, const ModeDistribution&) = default;
};

/// Which rank holds which elements of a tensor. Rank r has the coordinates r mod grid[0],
/// r / grid[0] mod grid[1], …; ranks beyond the grid hold nothing. Along an axis that no mode
/// names, the elements are replicated. Extents need not be multiples of anything, and may be below
/// the number of ranks: then some hold nothing.
struct Distribution {
    std::vector<int> grid;                ///< ranks along each axis
    std::vector<ModeDistribution> modes;  ///< one per mode of the tensor

    friend bool operator==(const Distribution&, const Distribution&) = default;
};

/// Every rank holds the whole tensor of so many modes.
[[nodiscard]] TTGT_EXPORT Distribution replicated(int ranks, std::size_t modes);
/// Rank 0 alone holds the tensor.
[[nodiscard]] TTGT_EXPORT Distribution on_first_rank(std::size_t modes);
/// By labels: `distribute("a,e,b", {2, 3}, {{"a", {0}}, {"b", {1, 16}}})`. Throws InvalidArgument
/// naming a label that is not among `labels`.
[[nodiscard]] TTGT_EXPORT Distribution
distribute(std::string_view labels, std::vector<int> grid,
           const std::vector<std::pair<std::string, ModeDistribution>>& spread);

/// A distributed tensor as planning sees it: no pointer yet.
struct DistributedLayout {
    DType dtype = DType::float64;
    std::vector<std::int64_t> extents;  ///< of the whole tensor
    Distribution distribution;
    /// Of what this rank holds, in elements; empty: packed, first mode fastest. May differ from
    /// rank to rank.
    std::vector<std::int64_t> strides{};
};

/// Extents and strides of what `rank` holds; extents 0 where it holds nothing. Throws
/// InvalidArgument where the layout is none: rank, axes, blocks or strides do not fit.
[[nodiscard]] TTGT_EXPORT Layout local_layout(const DistributedLayout& layout, int rank);
/// The index in the whole tensor of each index of a mode that `rank` holds, in their order. Throws
/// as local_layout().
[[nodiscard]] TTGT_EXPORT std::vector<std::int64_t> global_indices(const DistributedLayout& layout,
                                                                   std::size_t mode, int rank);

/// What this rank holds of a tensor, to read. Owns nothing; `data` addresses the first element that
/// the rank holds, and may be null where it holds none.
struct ConstDistributedView {
    DistributedLayout layout;
    const void* data = nullptr;
    MemorySpace space = MemorySpace::host;
};

/// What this rank holds of a tensor, to write.
struct DistributedView {
    DistributedLayout layout;
    void* data = nullptr;
    MemorySpace space = MemorySpace::host;

    operator ConstDistributedView() const { return {layout, data, space}; }  // NOLINT
};

/// Measures what plans over these ranks go by, some tenths of a second; the slowest rank's, the
/// same on every rank. Collective.
[[nodiscard]] TTGT_EXPORT RankRates measure_rank_rates(Communicator& communicator,
                                                       Context& context);

/// How a distributed contraction is planned; must be the same on every rank.
struct DistributedOptions : PlanOptions {
    /// "auto": the cheapest; "local": each rank contracts what it holds or receives; "scalapack":
    /// pdgemm and its kin.
    std::string engine = "auto";
    /// Unset: those measured for as many ranks on such devices that TTGT_CALIBRATION names, else
    /// the built-in ones, which also serve ranks on devices of different names.
    std::optional<RankRates> rates{};
    /// Bytes that one message and one matrix of a library with 32-bit ints may have: what is longer
    /// is sent and multiplied in slices.
    std::int64_t int_limit = 2147483647;
};

/// What a distributed run was and what it cost. Times of steps, their bytes and the workspace are
/// this rank's; `bytes` of a step are those received over links.
struct DistributedReport {
    Report report;
    int rank = 0;
    int ranks = 1;
    std::string choice;                 ///< the grid and what each operand did, in words
    std::int64_t bytes_sent = 0;        ///< over links, by this rank; pdgemm's own by the model
    std::int64_t bytes_received = 0;    ///< likewise
    std::int64_t bytes_over_links = 0;  ///< received by all ranks together
    double imbalance = 1;  ///< longest time of arithmetic over the mean of all ranks, at least 1
    /// flops / (ranks * RankRates::flops_per_second * the longest total_ms).
    double efficiency = 0;
};
[[nodiscard]] TTGT_EXPORT std::string to_text(const DistributedReport& report);

class PlannedDistribution;  // what a plan hides

/// One way to compute D = alpha*s*op(L)*op(R) + beta*D over ranks. Immutable, the same choice on
/// every rank. It keeps what the communicator stands for, and must be destroyed before MPI ends.
class TTGT_EXPORT DistributedPlan {
public:
    ~DistributedPlan();
    DistributedPlan(DistributedPlan&&) noexcept;
    DistributedPlan& operator=(DistributedPlan&&) noexcept;
    DistributedPlan(const DistributedPlan&) = delete;  // plans are shared by reference, not copied
    DistributedPlan& operator=(const DistributedPlan&) = delete;

    /// The problem, the grid, the steps with predicted times and bytes, the rates behind them, and
    /// the candidates that lost, the cheapest first.
    [[nodiscard]] std::string explain(std::size_t most_losers = SIZE_MAX) const;
    /// Exactly the bytes of workspace that a run uses on this rank; what MPI and ScaLAPACK allocate
    /// for themselves is not counted.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// The largest of all ranks, which the limit holds for.
    [[nodiscard]] std::int64_t most_workspace_bytes() const noexcept;

    /// Computes into `d`. Collective; returns when this rank's part of D is complete. Pointers
    /// address the first element that this rank holds. alpha = 0 multiplies nothing, beta = 0 does
    /// not read D. The same plan gives the same bits.
    ///
    /// Throws, on every rank and before anything moves, InvalidArgument where a pointer is null,
    /// beta does not fit the plan, a scalar is complex and D real, the workspace is too small or
    /// misaligned, or alpha and beta differ between ranks; OperandCountMismatch; OverlapError where
    /// D overlaps an input on some rank.
    ///
    /// On CUDA the work is enqueued on the stream (empty: that of the context that planned, which
    /// must then outlive the call); the host waits for the other ranks' calls, not for the work.
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options = {}) const;
    /// As run, timing every step between barriers.
    [[nodiscard]] DistributedReport profile(void* d, std::span<const void* const> inputs,
                                            const RunOptions& options = {}) const;

private:
    friend DistributedPlan plan_contraction(Communicator& communicator, Context& context,
                                            std::string_view expression,
                                            const std::vector<DistributedLayout>& operands,
                                            const DistributedOptions& options);
    explicit DistributedPlan(std::unique_ptr<const PlannedDistribution> planned);

    std::unique_ptr<const PlannedDistribution> planned_;
};

/// Plans one product of one or two distributed tensors, output first. Collective; `context` is this
/// rank's, of a CPU or of the device that the communicator was made for. Throws, on every rank,
/// what plan_contraction() of one device throws; and InvalidArgument where ranks were given
/// different arguments (naming them), a distribution does not fit, or nothing keeps the workspace
/// limit; Unsupported for other devices, diagonals, repeated extents of 1, sums and products of
/// more tensors.
[[nodiscard]] TTGT_EXPORT DistributedPlan
plan_contraction(Communicator& communicator, Context& context, std::string_view expression,
                 const std::vector<DistributedLayout>& operands,
                 const DistributedOptions& options = DistributedOptions());  // GCC 12 warns of {}

/// How the one-liner plans, and what it runs with.
struct DistributedContractOptions : DistributedOptions {
    Scalar alpha{1.0, 0.0};
    std::optional<Scalar> beta{};  ///< unset: 0 for `=`, 1 for `+=` and `-=`
    Context* context = nullptr;    ///< null: thread_context()
};

/// Plans and runs, with the context's workspace. Collective. Throws as plan_contraction() and
/// DistributedPlan::run() do, and OutOfMemory. An expression such as "D(a,b)=L(b,a)" redistributes.
TTGT_EXPORT void contract(Communicator& communicator, std::string_view expression,
                          const DistributedView& d, const std::vector<ConstDistributedView>& inputs,
                          const DistributedContractOptions& options = {});

}  // namespace ttgt
