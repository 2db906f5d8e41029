#pragma once
// The bridge between fmt's generations: fmt::join moved to a header of its own in fmt 11.
#include <fmt/format.h>
#if FMT_VERSION >= 110000
#include <fmt/ranges.h>
#endif
