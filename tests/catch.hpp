#pragma once
// The bridge between Catch2's two generations: the only file that knows which of them is here.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace attention::test {
template <class T>
using MatcherBase = Catch::Matchers::MatcherBase<T>;
}  // namespace attention::test
#else
#include <catch2/catch.hpp>

namespace attention::test {
template <class T>
using MatcherBase = Catch::MatcherBase<T>;
}  // namespace attention::test
#endif
