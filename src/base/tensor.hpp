#pragma once
// The only file that names xtensor's headers: they moved into folders in xtensor 0.26.
#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#endif

namespace attention {

using Vector = xt::xtensor<double, 1>;
using Matrix = xt::xtensor<double, 2>;
using Tensor3 = xt::xtensor<double, 3>;
using Tensor = xt::xarray<double>;  ///< any number of axes; what a step of a walkthrough holds

}  // namespace attention
