#pragma once
#include "base/tensor.hpp"
#include "base/words.hpp"
#include "judge/comparison.hpp"

namespace attention {

/// What a wrong value still has to do with the right one: the same numbers with two indices exchanged or in reverse order, a
/// factor or a difference throughout, single precision, some vectors of the list right. Empty when nothing of the kind is seen.
Words likeness(const Tensor& right, const Tensor& wrong, const Tolerance& t);

}  // namespace attention
