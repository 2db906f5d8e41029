#pragma once
// The bridge between Catch2's two generations: the only file that knows which of them is here.

// Its macros use __COUNTER__ in our files; from 22 on, clang takes that for something new in C.
#ifdef __clang__
#if __has_warning("-Wc2y-extensions")
#pragma clang diagnostic ignored "-Wc2y-extensions"
#endif
#endif

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
