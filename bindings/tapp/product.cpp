// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/tapp/product.h"

#include <map>
#include <memory>
#include <mutex>

#include <fmt/format.h>

#include "bindings/tapp/scalar.h"

namespace ttgt::tapp {
namespace {

Registry<Product>& products() {
    static auto& registry = *new Registry<Product>();
    return registry;
}

/// Throws Failure for the engine's status of planning or running.
void check_engine(ttgt_status status) {
    switch (status) {
        case TTGT_SUCCESS:
            return;
        case TTGT_ERROR_OUT_OF_MEMORY:
            throw Failure{out_of_memory};
        case TTGT_ERROR_ALIASED_OUTPUT:
            throw Failure{aliasing_in_d};
        case TTGT_ERROR_OVERLAP:
            throw Failure{overlap_with_d};
        default:
            throw Failure{refused};
    }
}

ttgt_dtype dtype_of(TAPP_datatype type) {
    constexpr ttgt_dtype dtypes[] = {TTGT_FLOAT32,    TTGT_FLOAT64, TTGT_COMPLEX64,
                                     TTGT_COMPLEX128, TTGT_FLOAT16, TTGT_BFLOAT16};
    return dtypes[type];
}

ttgt_tensor tensor_of(const Operand& operand, ttgt_space space) {
    return {dtype_of(operand.type),
            space,
            static_cast<std::int32_t>(operand.indices.size()),
            operand.extents.data(),
            operand.strides.data(),
            nullptr};
}

/// Letters as they are, so that messages name them; other numbers by order of appearance.
std::string label_of(std::int64_t index, std::map<std::int64_t, std::size_t>& numbers) {
    if ((index >= 'a' && index <= 'z') || (index >= 'A' && index <= 'Z')) {
        return std::string(1, static_cast<char>(index));
    }
    return fmt::format("i{}", numbers.try_emplace(index, numbers.size()).first->second);
}

class ExpressionText {
public:
    std::string output(const char* name, const Operand& operand) {
        return fmt::format("{}{}", name, labels(operand));
    }
    std::string input(const char* name, const Operand& operand) {
        return fmt::format("{}{}{}", name, operand.conjugated ? "+" : "", labels(operand));
    }

private:
    /// "(i,j)": the labels of the operand's modes.
    std::string labels(const Operand& operand) {
        std::string text = "(";
        for (std::size_t mode = 0; mode < operand.indices.size(); ++mode) {
            if (mode > 0) text += ',';
            text += label_of(operand.indices[mode], numbers_);
        }
        return text + ')';
    }

    std::map<std::int64_t, std::size_t> numbers_;
};

/// "D(...)=A(...)*B(...)", or with "+=".
std::string product_text(const Product& product, const char* sign) {
    ExpressionText text;
    const std::string d = text.output("D", product.d);
    const std::string a = text.input("A", product.a);
    return fmt::format("{}{}{}*{}", d, sign, a, text.input("B", product.b));
}

std::string copy_text(const Product& product, const char* sign) {
    ExpressionText text;
    const std::string d = text.output("D", product.d);
    return fmt::format("{}{}{}", d, sign, text.input("C", product.c));
}

/// What a run is given, its scalars as the engine takes them.
struct Run {
    ttgt_scalar alpha;
    ttgt_scalar beta;
    const void* a;
    const void* b;
    const void* c;
    void* d;
};

bool is_zero(const ttgt_scalar& scalar) { return scalar.real == 0 && scalar.imag == 0; }

bool is_in_place(const Product& product, const Run& run) {
    return run.c == run.d && product.c.type == product.d.type && !product.c.conjugated &&
           product.c.indices == product.d.indices && product.c.strides == product.d.strides;
}

/// Executions of a product in one place.
class Execution {
public:
    Execution(Product& product, const DeviceContext* place)
        : product_(product), place_(place), plans_(product.plans_of(place)) {}

    /// Which of the two passes comes first is chosen so that one which the engine could refuse for
    /// overlap does: nothing has been written then.
    void run(const Run& run) {
        if (is_zero(run.beta)) return multiply(run, Update::assign, nullptr);
        check(run.c != nullptr, missing_c);
        if (is_in_place(product_, run)) return multiply(run, Update::add, &run.beta);
        const ByteRange d = range_of(product_.d, run.d);
        const bool touches_inputs =
            intersect(range_of(product_.a, run.a), d) || intersect(range_of(product_.b, run.b), d);
        const bool touches_c = intersect(range_of(product_.c, run.c), d);
        check(!touches_inputs || !touches_c, overlap_with_d);
        if (touches_inputs) {
            multiply(run, Update::assign, nullptr);
            copy(run, Update::add);
        } else {
            copy(run, Update::assign);
            multiply(run, Update::add, nullptr);
        }
    }

private:
    /// What a pass does with D's old elements.
    enum class Update { assign, add };

    void multiply(const Run& run, Update update, const ttgt_scalar* beta) {
        const std::vector<const Operand*> inputs{&product_.a, &product_.b};
        const bool adds = update == Update::add;
        const ttgt_plan plan =
            (adds ? plans_.accumulate : plans_.assign)
                .get(place_, product_text(product_, adds ? "+=" : "="), product_.d, inputs);
        const void* data[] = {run.a, run.b};
        check_engine(ttgt_plan_run(plan, run.d, data, 2, &run.alpha, beta, nullptr));
    }

    void copy(const Run& run, Update update) {
        const bool adds = update == Update::add;
        const ttgt_plan plan =
            (adds ? plans_.add : plans_.copy)
                .get(place_, copy_text(product_, adds ? "+=" : "="), product_.d, {&product_.c});
        const void* data[] = {run.c};
        check_engine(ttgt_plan_run(plan, run.d, data, 1, &run.beta, nullptr, nullptr));
    }

    Product& product_;
    const DeviceContext* place_;
    ProductPlans& plans_;
};

Run read_run(const Product& product, const void* alpha, const void* beta) {
    Run run{};
    run.alpha = read_scalar(alpha, product.d.type);
    run.beta = read_scalar(beta, product.d.type);
    if (product.conjugates_scalars) {
        run.alpha.imag = -run.alpha.imag;
        run.beta.imag = -run.beta.imag;
    }
    return run;
}

void check_precision(TAPP_prectype precision, TAPP_datatype type) {
    check(precision >= TAPP_DEFAULT_PREC && precision <= TAPP_BF16BF16_ACCUM_F32,
          unknown_precision);
    const bool is_double = type == TAPP_F64 || type == TAPP_C64;
    check(precision != TAPP_F64F64_ACCUM_F64 || is_double, precision_too_high);
}

void execute_checked(TAPP_tensor_product plan, TAPP_executor exec, int batches, const void* alpha,
                     const void* const* a, const void* const* b, const void* beta,
                     const void* const* c, void* const* d) {
    const std::shared_ptr<Product> product = products().at(plan, unknown_object);
    check(product->error == success, product->error);
    const std::shared_ptr<DeviceContext> place = find_context(exec, product->handle);
    check(batches >= 0, negative_batches);
    check(batches == 0 || (a != nullptr && b != nullptr && d != nullptr), null_pointer);
    Run run = read_run(*product, alpha, beta);
    check(is_zero(run.beta) || batches == 0 || c != nullptr, missing_c);
    const auto lock = place == nullptr ? std::unique_lock<std::mutex>() : place->lock();
    Execution execution(*product, place.get());
    for (int batch = 0; batch < batches; ++batch) {
        run.a = a[batch];
        run.b = b[batch];
        run.c = c == nullptr ? nullptr : c[batch];
        run.d = d[batch];
        execution.run(run);
    }
}

TAPP_error finish(TAPP_error error, TAPP_status* status) {
    if (status != nullptr) *status = error;
    return error;
}

}  // namespace

ProductPlans& Product::plans_of(const DeviceContext* place) {
    const std::lock_guard own(mutex_);
    return plans_[place == nullptr ? 0 : place->number()];
}

ttgt_plan LazyPlan::get(const DeviceContext* place, const std::string& expression,
                        const Operand& output, const std::vector<const Operand*>& inputs) {
    std::call_once(made_, [&] {
        const ttgt_space space = place == nullptr ? TTGT_HOST : place->space();
        const ttgt_context context = place == nullptr ? ttgt_context{0} : place->context();
        const ttgt_tensor d = tensor_of(output, space);
        std::vector<ttgt_tensor> tensors;
        tensors.reserve(inputs.size());
        for (const Operand* input : inputs) tensors.push_back(tensor_of(*input, space));
        check_engine(ttgt_plan_create(context, expression.c_str(), &d, tensors.data(),
                                      static_cast<std::int32_t>(tensors.size()), nullptr, &plan_));
    });
    return plan_;
}

}  // namespace ttgt::tapp

using namespace ttgt::tapp;  // NOLINT(google-build-using-namespace): the functions below are C's

TAPP_error TAPP_create_tensor_product(
    TAPP_tensor_product* plan, TAPP_handle handle, TAPP_element_op op_A, TAPP_tensor_info A,
    const int64_t* idx_A, TAPP_element_op op_B, TAPP_tensor_info B, const int64_t* idx_B,
    TAPP_element_op op_C, TAPP_tensor_info C, const int64_t* idx_C, TAPP_element_op op_D,
    TAPP_tensor_info D, const int64_t* idx_D, TAPP_prectype prec) {
    return guarded([&] {
        check(plan != nullptr, null_pointer);
        Operand a = read_operand(A, idx_A, op_A);
        Operand b = read_operand(B, idx_B, op_B);
        Operand c = read_operand(C, idx_C, op_C);
        Operand d = read_operand(D, idx_D, op_D);
        check_precision(prec, d.type);
        auto product = std::make_shared<Product>();
        product->handle = handle;
        product->error = structure_error(a, b, c, d);
        if (product->error == success) {
            product->a = with_diagonals(a);
            product->b = with_diagonals(b);
            product->c = with_diagonals(c);
            product->d = with_diagonals(d);
            product->conjugates_scalars = d.conjugated;
            // op(x * y) is op(x) * op(y): the operation on D becomes one on each input.
            for (Operand* input : {&product->a, &product->b, &product->c}) {
                const bool is_complex = input->type == TAPP_C32 || input->type == TAPP_C64;
                input->conjugated = input->conjugated != (is_complex && d.conjugated);
            }
        }
        *plan = products().insert(std::move(product));
    });
}

TAPP_error TAPP_destroy_tensor_product(TAPP_tensor_product plan) {
    return guarded([&] { products().remove(plan, unknown_object); });
}

TAPP_error TAPP_execute_product(TAPP_tensor_product plan, TAPP_executor exec, TAPP_status* status,
                                const void* alpha, const void* A, const void* B, const void* beta,
                                const void* C, void* D) {
    return finish(guarded([&] { execute_checked(plan, exec, 1, alpha, &A, &B, beta, &C, &D); }),
                  status);
}

TAPP_error TAPP_execute_batched_product(TAPP_tensor_product plan, TAPP_executor exec,
                                        TAPP_status* status, int num_batches, const void* alpha,
                                        const void** A, const void** B, const void* beta,
                                        const void** C, void** D) {
    return finish(
        guarded([&] { execute_checked(plan, exec, num_batches, alpha, A, B, beta, C, D); }),
        status);
}
