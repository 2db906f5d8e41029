#include "text/read_recurrence.hpp"

#include "text/format.hpp"
#include "text/input_error.hpp"
#include "text/problem_format.hpp"

namespace attention {
namespace {

/// One direction, whose inputs have d components. The four gates of an LSTM are stacked, so W_x has four rows a unit.
Recurrence direction(const FieldReader& fields, Cell cell, std::size_t d)
{
    const std::size_t gates = cell == Cell::lstm ? 4 : 1;
    Recurrence r;
    r.Wx = fields.matrix("Wx", {d, for_each_component_of({"an input", "输入"})});
    const std::size_t rows = r.Wx.shape(0);
    if (rows % gates != 0) {
        refuse(fields.path_of("Wx"),
               {"a multiple of 4 rows, for the gates i, f, g, o", "行数为 4 的倍数（门 i、f、g、o 各占一份）"}, count_rows(rows));
    }
    const std::size_t m = rows / gates;
    const Words of_state{", one for each component of the state", "（状态的每个分量对应一个）"};
    const Words like_Wx{" like Wx", "（与 Wx 相同）"};
    r.Wh = fields.matrix("Wh", {m, of_state}, {rows, like_Wx});
    r.b = fields.optional_vector("b", {rows, for_each_row_of("Wx")});
    r.h0 = fields.optional_vector("h0", {m, of_state});
    r.c0 = fields.optional_vector("c0", {m, of_state});
    if (r.c0 && cell != Cell::lstm) {
        refuse(fields.path_of("c0"), {"a field of the cell tanh", "单元 tanh 的字段"},
               {"one of the cell lstm", "单元 lstm 的字段"});
    }
    return r;
}

/// "lstm", or what stands behind the sums of a plain network.
Cell cell(const FieldReader& fields)
{
    const bool is_lstm = fields.choice("cell", {"tanh", "lstm"}) == "lstm";
    const bool is_identity = fields.choice("activation", {"tanh", "identity"}) == "identity";
    if (is_lstm && fields.has("activation") && !is_default("activation", *fields.find("activation"))) {
        refuse("activation", {"a field of the cell lstm", "单元 lstm 的字段"}, {"one of the cell tanh", "单元 tanh 的字段"});
    }
    return is_lstm ? Cell::lstm : is_identity ? Cell::identity : Cell::tanh;
}

}  // namespace

void read_recurrence(const FieldReader& fields, Problem& problem)
{
    const std::size_t d = problem.inputs[0].size();
    problem.cell = cell(fields);
    problem.forward = direction(fields, problem.cell, d);
    std::size_t states = problem.forward.Wh.shape(1);
    if (fields.has("backward")) {
        const FieldReader backward = fields.object("backward", {"an object with Wx and Wh", "含 Wx 和 Wh 的对象"});
        backward.require_known({"Wx", "Wh", "b", "h0", "c0"});
        problem.backward = direction(backward, problem.cell, d);
        states += problem.backward->Wh.shape(1);
    }
    const Length as_stacked{states, {", one for each component of the states, stacked", "（状态拼接后的每个分量对应一个）"}};
    if (fields.has("Wy")) {
        problem.Wy = fields.matrix("Wy", as_stacked);
    }
    problem.by = fields.optional_vector("by", problem.Wy ? Length{problem.Wy->shape(0), for_each_row_of("Wy")} : as_stacked);
}

}  // namespace attention
