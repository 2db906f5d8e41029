#pragma once
#include <vector>

#include "base/tensor.hpp"

namespace attention {

/// How position vectors come about: by the sinusoid of the Transformer, or given by hand.
struct Positions {
    double base = 10000;    ///< of the sinusoid
    double first = 0;       ///< position of the first vector
    std::vector<Vector> e;  ///< given by hand, when there are any
};

}  // namespace attention
