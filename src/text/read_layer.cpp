#include "text/read_layer.hpp"

#include "text/format.hpp"
#include "text/input_error.hpp"

namespace attention {
namespace {

/// W fixes the number of inputs: when it is made for another number of them, that is what is wrong.
void check_window(const FieldReader& fields, std::size_t n, std::size_t d)
{
    if (n * d > most_components) {
        throw InputError(same("inputs"),
                         {fmt::format("expected n·d, the length of a row of W, to be at most {}, got {}·{} = {}", most_components,
                                      n, d, n * d),
                          fmt::format("n·d（W 每行的长度）应不超过 {}，实为 {}·{} = {}", most_components, n, d, n * d)});
    }
    const nlohmann::json& W = fields.required("W", a_matrix);
    const std::size_t columns = W.is_array() && !W.empty() && W[0].is_array() ? W[0].size() : 0;
    if (columns > 0 && columns % d == 0 && columns != n * d) {
        const Words fits = count_vectors(columns / d);
        refuse("inputs",
               {fmt::format("{} (W has {} columns, an input {} component{})", fits.en, columns, d, d == 1 ? "" : "s"),
                fmt::format("{}（W 每行有 {} 个数，每个输入有 {} 个）", fits.zh, columns, d)},
               count_vectors(n));
    }
}

}  // namespace

void read_layer(const FieldReader& fields, Problem& problem)
{
    const std::size_t n = problem.inputs.size();
    const std::size_t d = problem.inputs[0].size();
    if (problem.kind == "window") {
        check_window(fields, n, d);
        const Words all{fmt::format("the {} inputs", n), fmt::format("{} 个输入", n)};
        problem.W = fields.matrix("W", {n * d, for_each_component_of(all)});
    } else {
        problem.W = fields.matrix("W", {d, for_each_component_of({"an input", "输入"})});
    }
    problem.bias = fields.optional_vector("bias", {problem.W.shape(0), for_each_row_of("W")});
}

}  // namespace attention
