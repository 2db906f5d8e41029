// How measurements are written.
#include <string>

#include "catch.hpp"
#include "text/measurement_text.hpp"
#include "text/padding.hpp"

using namespace attention;

SCENARIO("a measurement says what it measures, what each column holds, and then its numbers", "[text]")
{
    const Measurement measured{
        {"Two boxes were weighed.", "称了两个箱子。"},
        {{{"box", "箱"}, {"number of the box", "箱子的编号"}}, {{"α/√d_k", "α/√d_k"}, {"its weight", "它的重量"}}},
        {{1, 0.125}, {2, 1234.5}, {1048576, 7}}};
    CHECK(measurement_text(measured, Language::english) == R"(Two boxes were weighed.

   box     number of the box
   α/√d_k  its weight

       box    α/√d_k
         1     0.125
         2  1.23e+03
   1048576         7
)");
    CHECK(measurement_text(measured, Language::chinese).find("   箱      箱子的编号\n") != std::string::npos);
    CHECK(measurement_text(measured, Language::chinese).find("        箱    α/√d_k\n") != std::string::npos);
}

SCENARIO("text is padded by what the screen shows of it", "[text]")
{
    CHECK(padded_left("αβ", 4) == "  αβ");
    CHECK(padded_right("αβ", 4) == "αβ  ");
    CHECK(padded_left("long", 2) == "long");
    CHECK(padded_left("双向x", 7) == "  双向x");
    CHECK(width("\033[1mbold\033[0m") == 4);
}
