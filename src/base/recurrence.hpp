#pragma once
#include <optional>

#include "base/tensor.hpp"

namespace attention {

/// What makes the next state of a recurrent network: tanh or nothing on the sums, or the gates of an LSTM.
enum class Cell { tanh, identity, lstm };

/// One direction of a recurrent network. An LSTM stacks its gates i, f, g, o in Wx, Wh and b, so they have 4 m rows.
struct Recurrence {
    Matrix Wx;                      ///< [m x d], on the input
    Matrix Wh;                      ///< [m x m], on the state before
    std::optional<Vector> b = {};   ///< [m]
    std::optional<Vector> h0 = {};  ///< [m], the state before the first input; 0 when it is not given
    std::optional<Vector> c0 = {};  ///< [m], the cell of an LSTM before the first input; 0 when it is not given
};

}  // namespace attention
