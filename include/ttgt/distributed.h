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

/// Contractions of tensors that are distributed over ranks. A rank is a process of MPI or a thread
/// of this process; it has a part of the CPU, or a GPU.
///
/// A function documented as collective must be called by every rank of a communicator, in the same
/// order and with equal arguments; only pointers and strides may differ. If one rank cannot do a
/// collective call, the call throws the same error on every rank, before any data is sent.
namespace ttgt {

class Transport;  // the implementation of a communicator

/// One rank's handle of a group of ranks that work together. Only one thread at a time may use it.
class TTGT_EXPORT Communicator {
public:
    /// Makes a communicator from a duplicate of an MPI communicator. `fortran_handle` is what
    /// MPI_Comm_c2f() returns. Collective. Preconditions: MPI is initialised, and the Communicator
    /// is destroyed before MPI_Finalize is called. Throws Unsupported where this build has no MPI
    /// (CMake option TTGT_MPI), InvalidArgument where MPI is not running.
    [[nodiscard]] static Communicator from_mpi(int fortran_handle);
    /// Makes a communicator of all processes that mpirun started. If MPI is not initialised yet,
    /// initialises MPI, and the Communicator's destructor finalises it. If an exception is being
    /// thrown when the destructor runs, it does not finalise MPI: when this process then exits,
    /// mpirun ends the other processes, so that none of them waits. Throws what from_mpi() throws.
    [[nodiscard]] static Communicator world();
    /// Makes a communicator from `communicator`, an ncclComm_t of the libnccl.so.2 that the program
    /// has loaded. Each of its GPUs is one rank, in a thread or a process; the rank's context and
    /// tensors must lie on that GPU. The ncclComm_t must outlive the Communicator and its plans.
    /// has_distributed_gemm() is false. Throws Unsupported where this build has no NCCL (CMake
    /// option TTGT_NCCL) or the program has not loaded NCCL, InvalidArgument where `communicator`
    /// is null.
    [[nodiscard]] static Communicator from_nccl(void* communicator);
    /// Makes `ranks` ranks in this process, one object for each. Each object must be used by a
    /// thread of its own. has_distributed_gemm() is false. If an object is destroyed while other
    /// ranks wait for it, their calls throw DeviceError. Throws InvalidArgument where `ranks` is
    /// below 1.
    [[nodiscard]] static std::vector<Communicator> local(int ranks);
    /// Makes a rank in this process for each of these CUDA devices, one object for each. Each
    /// object must be used by a thread of its own; the rank's context and tensors must lie on its
    /// device. The list may name a device several times. Gives the devices access to each other's
    /// memory, default memory pools included, until the process ends. Throws Unsupported where a
    /// device is a CPU or this build has no CUDA, and what Context's constructor throws.
    [[nodiscard]] static std::vector<Communicator> local(const std::vector<Device>& devices);

    ~Communicator();
    Communicator(Communicator&&) noexcept;
    Communicator& operator=(Communicator&&) noexcept;
    Communicator(const Communicator&) = delete;  // one rank is one object
    Communicator& operator=(const Communicator&) = delete;

    [[nodiscard]] int rank() const noexcept;   ///< the number of this rank, from 0
    [[nodiscard]] int ranks() const noexcept;  ///< the number of ranks of the communicator
    /// Whether a library (ScaLAPACK) can compute one matrix product on several ranks together.
    [[nodiscard]] bool has_distributed_gemm() const noexcept;
    /// Sets the most seconds that this rank waits for other ranks in a collective call, also in
    /// runs of plans that this communicator made. At first there is no limit, which infinity stands
    /// for. A call whose limit is passed throws DeviceError, which names this rank and, where that
    /// is known, those it waited for. From then on no rank can use the communicator: threads throw
    /// the same error at once, processes of MPI when their own limits are passed. Output and
    /// workspace then have any values, and another process may still read what this rank sent, so
    /// that the program should end. What ScaLAPACK waits for, NCCL's first call, which connects the
    /// ranks, and work of a stream have no limit.
    /// Not collective. Throws InvalidArgument where `seconds` is not above 0.
    void set_timeout(double seconds);
    /// The implementation; only for use inside the library.
    [[nodiscard]] const std::shared_ptr<Transport>& transport() const noexcept {
        return transport_;
    }

private:
    explicit Communicator(std::shared_ptr<Transport> transport);

    std::shared_ptr<Transport> transport_;
};

/// How one mode is distributed along one axis of the grid of ranks. The indices of the mode are cut
/// into blocks, and the blocks are assigned to the coordinates of the axis in turn (block-cyclic):
/// index i belongs to coordinate (i / block) mod (ranks along the axis).
struct ModeDistribution {
    int axis = -1;  ///< number of the axis, from 0; -1: each rank holds all indices of the mode
    /// Indices of one block. 0: one block for each rank, ceil(extent / ranks along the axis) long.
    std::int64_t block = 0;

    friend bool operator==(const ModeDistribution&, const ModeDistribution&) = default;
};

/// Which rank holds which elements of a tensor. The ranks form a grid: rank r has coordinate
/// r mod grid[0] on axis 0, (r / grid[0]) mod grid[1] on axis 1, and so on. Ranks beyond the grid
/// hold no elements. Ranks that differ only in coordinates on axes that no mode names hold the
/// same elements. An extent may be any number; if there are fewer blocks than ranks, some ranks
/// hold no elements.
struct Distribution {
    std::vector<int> grid;                ///< number of ranks along each axis
    std::vector<ModeDistribution> modes;  ///< distribution of each mode of the tensor

    friend bool operator==(const Distribution&, const Distribution&) = default;
};

/// The distribution in which each of `ranks` ranks holds the whole tensor, which has `modes` modes.
[[nodiscard]] TTGT_EXPORT Distribution replicated(int ranks, std::size_t modes);
/// The distribution in which rank 0 holds the whole tensor, which has `modes` modes, and the other
/// ranks hold no elements.
[[nodiscard]] TTGT_EXPORT Distribution on_first_rank(std::size_t modes);
/// A distribution that spreads a tensor over all ranks in parts of nearly equal size: each prime
/// factor of `ranks`, the largest first, divides the mode that then has most indices a rank, the
/// first of equal ones. A tensor without modes is replicated. Throws InvalidArgument where `ranks`
/// is below 1.
[[nodiscard]] TTGT_EXPORT Distribution spread_evenly(int ranks,
                                                     const std::vector<std::int64_t>& extents);
/// The distribution in which the labels named in `spread` are distributed as given there and each
/// rank holds all indices of the remaining labels. Example with mode "a" on axis 0 and mode "b" on
/// axis 1 in blocks of 16: `distribute("a,e,b", {2, 3}, {{"a", {0}}, {"b", {1, 16}}})`. Throws
/// InvalidArgument naming a label of `spread` that is not among `labels`.
[[nodiscard]] TTGT_EXPORT Distribution
distribute(std::string_view labels, std::vector<int> grid,
           const std::vector<std::pair<std::string, ModeDistribution>>& spread);

/// What planning needs to know of a distributed tensor: no pointer.
struct DistributedLayout {
    DType dtype = DType::float64;       ///< dtype of the elements
    std::vector<std::int64_t> extents;  ///< extents of the whole tensor
    Distribution distribution;          ///< which rank holds which elements
    /// Strides, in elements, of the part that this rank holds. May differ between ranks. Empty: the
    /// part has no gaps, first mode fastest.
    std::vector<std::int64_t> strides{};
};

/// The layout of the part of the tensor that `rank` holds. All extents are 0 where the rank is
/// beyond the grid. Throws InvalidArgument where axes, blocks or strides do not fit the tensor.
[[nodiscard]] TTGT_EXPORT Layout local_layout(const DistributedLayout& layout, int rank);
/// The indices of mode `mode` that `rank` holds, counted in the whole tensor. Entry i belongs to
/// index i of the rank's part. Throws what local_layout() throws.
[[nodiscard]] TTGT_EXPORT std::vector<std::int64_t> global_indices(const DistributedLayout& layout,
                                                                   std::size_t mode, int rank);

/// The part of a distributed tensor that this rank holds, for calls that only read it. The view
/// does not own the elements.
struct ConstDistributedView {
    DistributedLayout layout;    ///< layout of the distributed tensor
    const void* data = nullptr;  ///< the part's first element; may be null if it has no elements
    MemorySpace space = MemorySpace::host;  ///< memory space of `data`
};

/// The part of a distributed tensor that this rank holds, for calls that may write it. The view
/// does not own the elements.
struct DistributedView {
    DistributedLayout layout;  ///< layout of the distributed tensor
    void* data = nullptr;      ///< the part's first element; may be null if it has no elements
    MemorySpace space = MemorySpace::host;  ///< memory space of `data`

    operator ConstDistributedView() const { return {layout, data, space}; }  // NOLINT
};

/// Measures the rates by which contractions over these ranks are planned, and returns those of the
/// slowest rank on every rank. Takes some tenths of a second. Collective.
[[nodiscard]] TTGT_EXPORT RankRates measure_rank_rates(Communicator& communicator,
                                                       Context& context);

/// How a distributed contraction is planned. The options must be equal on all ranks.
struct DistributedOptions : PlanOptions {
    /// Who multiplies. "local": each rank contracts the parts it holds or receives, alone.
    /// "scalapack": the ranks multiply matrices together by ScaLAPACK. "auto": whichever is
    /// predicted to be faster.
    std::string engine = "auto";
    /// The rates by which times are predicted. Unset: the rates in the first file named by
    /// TTGT_CALIBRATION that were measured on as many ranks with devices of the same name. If there
    /// is none, or the ranks' devices have different names, the built-in rates.
    std::optional<RankRates> rates{};
    /// The most bytes of one message, and of one matrix given to a library with 32-bit integers.
    /// Longer messages are sent in slices, larger matrices are multiplied in slices.
    std::int64_t int_limit = 2147483647;
};

/// What a distributed run computed and what it cost.
struct DistributedReport {
    /// The report of this rank. `bytes` of a step are the bytes that this rank received from other
    /// ranks in the step; `workspace_bytes` are this rank's.
    Report report;
    int rank = 0;        ///< number of this rank
    int ranks = 1;       ///< number of ranks
    std::string choice;  ///< the grid of ranks and how each operand was moved, in words
    /// Bytes that this rank sent to other ranks. ScaLAPACK's part is predicted, not counted.
    std::int64_t bytes_sent = 0;
    /// Bytes that this rank received from other ranks. ScaLAPACK's part is predicted, not counted.
    std::int64_t bytes_received = 0;
    std::int64_t bytes_over_links = 0;  ///< sum of bytes_received of all ranks
    /// The longest time that a rank took for the product, divided by the mean of all ranks. 1 is
    /// ideal.
    double imbalance = 1;
    /// flops / (ranks * RankRates::flops_per_second * total time of the slowest rank in seconds).
    /// 1 is ideal.
    double efficiency = 0;
};
/// The report as a table for people.
[[nodiscard]] TTGT_EXPORT std::string to_text(const DistributedReport& report);

class PlannedDistribution;  // the implementation of a plan

/// A plan: one way to compute D = alpha*s*op(L)*op(R)*… + beta*D, or a sum of such products, on
/// several ranks. s is the product of the expression's literal factors and its sign. Products of
/// many tensors and sums are computed in steps of one or two inputs; each temporary has a
/// distribution of its own and lies in the workspace. A plan is immutable, and all ranks have the
/// same one. It stays valid when its Communicator is destroyed, but must be destroyed before MPI is
/// finalised.
class TTGT_EXPORT DistributedPlan {
public:
    ~DistributedPlan();
    DistributedPlan(DistributedPlan&&) noexcept;
    DistributedPlan& operator=(DistributedPlan&&) noexcept;
    DistributedPlan(const DistributedPlan&) = delete;  // plans are shared by reference, not copied
    DistributedPlan& operator=(const DistributedPlan&) = delete;

    /// Describes the plan: the problem, the grid of ranks, the steps with predicted times and
    /// bytes, the rates behind these times, and at most `most_losers` rejected candidates, the
    /// cheapest first. For many inputs or terms: the distribution of each temporary, and each step
    /// in this way.
    [[nodiscard]] std::string explain(std::size_t most_losers = SIZE_MAX) const;
    /// The bytes of workspace that a run uses on this rank. Memory that MPI and ScaLAPACK allocate
    /// themselves does not count.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// The largest workspace_bytes() of all ranks. The workspace limit applies to this number.
    [[nodiscard]] std::int64_t most_workspace_bytes() const noexcept;

    /// Computes this rank's part of D into `d`. Collective. Each pointer is the address of the
    /// first element of an operand that this rank holds. If alpha = 0, no product is computed; if
    /// beta = 0, D is not read. Every run of one plan on equal inputs gives equal bits.
    ///
    /// On CPUs, this rank's part of D is complete when the call returns. On CUDA, the call enqueues
    /// work on options.stream; it waits until all ranks have made the call, but not for the work to
    /// finish. If the stream is empty, it enqueues on the stream of the context that made the plan,
    /// which must still exist.
    ///
    /// Throws on every rank, before any data is sent: InvalidArgument where a pointer is null, beta
    /// does not fit the plan, a scalar is complex and D real, the workspace is too small or
    /// misaligned, or alpha or beta differs between ranks; OperandCountMismatch where the number of
    /// inputs is wrong; OverlapError where D overlaps an input on some rank.
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options = {}) const;
    /// Runs the plan as run() does and times every step; after each step, all ranks wait for each
    /// other.
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

/// Plans an expression of distributed tensors: a product of any number of tensors, or a sum of
/// products. Collective. `operands` are in the order of the expression, the output first. `context`
/// is this rank's context, on a CPU or on the device that the communicator was made for.
///
/// Throws on every rank: what plan_contraction() for one device throws; InvalidArgument where
/// arguments differ between ranks, a distribution does not fit its tensor, or no plan fits the
/// workspace limit; Unsupported for 16-bit tensors in sums and in products of more than two
/// tensors, for einsum strings that repeat an extent of 1, and for devices that the communicator
/// cannot use.
[[nodiscard]] TTGT_EXPORT DistributedPlan
plan_contraction(Communicator& communicator, Context& context, std::string_view expression,
                 const std::vector<DistributedLayout>& operands,
                 // Not {}: GCC 12 warns of it here.
                 const DistributedOptions& options = DistributedOptions());

/// Options of contract() with a communicator: how to plan, and the arguments of the run.
struct DistributedContractOptions : DistributedOptions {
    Scalar alpha{1.0, 0.0};        ///< factor of the product
    std::optional<Scalar> beta{};  ///< factor of the old D; unset: 0 for `=`, 1 for `+=` and `-=`
    Context* context = nullptr;    ///< null: the calling thread's CPU context, thread_context()
};

/// Plans and runs an expression of distributed tensors with the context's workspace. Collective.
/// With one input, as in "D(a,b)=L(b,a)", it transposes a tensor or moves it to another
/// distribution. Throws what plan_contraction() and DistributedPlan::run() throw, and OutOfMemory.
TTGT_EXPORT void contract(Communicator& communicator, std::string_view expression,
                          const DistributedView& d, const std::vector<ConstDistributedView>& inputs,
                          const DistributedContractOptions& options = {});

}  // namespace ttgt
