// Colour on a terminal.
#include <string>

#include "close_to.hpp"
#include "text/terminal.hpp"

using namespace attention;

SCENARIO("colour adds to what is shown and changes nothing in it", "[colour]")
{
    const Words said{"What happens.", "做了什么。"};
    const View colourful{Language::english, true};
    const Chapter chapter{"07_toy", {"Toy", "玩具"}, {"What is it?", "这是什么？"}, {}, {}, nullptr, {}};
    Problem problem;
    problem.inputs = {{1, 2}};
    problem.projections = {Matrix{{1, 2}}, Matrix{{3, 4}}, Matrix{{5, 6}}};
    const Step listed_weights{"alpha_prime", R"(\alpha'_{1,j})", R"(\alpha'_{1,j} = …)", said, Tensor{0, 0.5, 1}};
    const Step weights{"alpha_prime", "A'", "A' = …", said, Tensor{{0, 1}, {0.25, 0.75}}};
    const Mistake mistake{"wrong", said, nullptr};
    const auto all = [&](const View& view) {
        return terminal_title(chapter, view) + terminal_stated(problem, view) + terminal_step(listed_weights, 1, view) +
               terminal_step(weights, 2, view) + terminal_right(weights, view) + terminal_mistake(mistake, weights, view);
    };
    THEN("without it there is no escape code")
    {
        CHECK(all({}).find('\033') == std::string::npos);
    }
    THEN("with it every code is closed before the next and before the line ends, and the text without them is the same")
    {
        std::string text = all(colourful);
        std::string plain;
        bool open = false;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '\033') {
                const std::size_t end = text.find('m', at);
                CHECK((text.substr(at, end - at) == "\033[0") == open);
                open = !open;
                at = end;
            } else {
                CHECK((text[at] != '\n' || !open));
                plain += text[at];
            }
        }
        CHECK_FALSE(open);
        CHECK(plain == all({}));
    }
    THEN("title, formula, words and bars have colours of their own")
    {
        CHECK(terminal_title(chapter, colourful) == "\033[1m07  Toy\033[0m\nWhat is it?\n");
        CHECK(terminal_step(listed_weights, 1, colourful) ==
              "\033[1m1\033[0m  \033[36mα'_{1,j} = …\033[0m\n   \033[2mWhat happens.\033[0m\n"
              "   α'_{1,1} = 0\n"
              "   α'_{1,2} = 0.5  \033[94m██████████\033[0m\n"
              "   α'_{1,3} = 1    \033[94m████████████████████\033[0m\n");
    }
    THEN("a bar in a matrix takes one place, coloured or not")
    {
        CHECK(terminal_step(weights, 2, colourful).find("k_2 ⎣   1 \033[94m█\033[0m  0.75 \033[94m▆\033[0m ⎦") !=
              std::string::npos);
    }
    THEN("the title is there in Chinese")
    {
        CHECK(terminal_title(chapter, {Language::chinese, false}) == "07  玩具\n这是什么？\n");
    }
}
