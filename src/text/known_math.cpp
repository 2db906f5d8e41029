#include "text/known_math.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "text/latex_commands.hpp"

namespace attention {
namespace {

bool is_one_of(std::string_view characters, char c)
{
    return characters.find(c) != std::string_view::npos;
}

bool is_letter_or_digit(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Takes a formula from the front of a text. Every function tells whether what it was to take stood there; when not, nobody goes on.
class FormulaReader {
public:
    explicit FormulaReader(std::string_view latex) : rest_(latex) {}

    bool at_end() const { return rest_.empty(); }

    /// Bases with what stands low and high behind them, up to a brace that closes.
    bool take_formula()
    {
        skip_spaces();
        while (!at_end() && rest_[0] != '}') {
            if (!take_base() || !take_low_and_high()) {
                return false;
            }
        }
        return true;
    }

private:
    bool take(char wanted)
    {
        const bool stands_there = rest_.starts_with(wanted);
        rest_.remove_prefix(stands_there ? 1 : 0);
        return stands_there;
    }

    void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

    bool take_group()
    {
        constexpr std::size_t deepest = 16;  // TeX itself has room for 255 groups
        ++depth_;
        const bool is_group = depth_ <= deepest && take('{') && take_formula() && take('}');
        --depth_;
        return is_group;
    }

    bool take_sign()
    {
        const bool is_sign = !at_end() && (is_letter_or_digit(rest_[0]) || is_one_of("+-*/=<>()[]|,.;:!?", rest_[0]));
        rest_.remove_prefix(is_sign ? 1 : 0);
        return is_sign;
    }

    /// Words, in which TeX knows no mathematics and shows other signs for <, > and |.
    bool take_words()
    {
        if (!take('{')) {
            return false;
        }
        while (!at_end() && rest_[0] != '}') {
            const bool is_escaped = take('\\');
            const char next = at_end() ? '\\' : rest_[0];
            if (is_escaped ? !is_one_of(" ,_{}", next) : !is_letter_or_digit(next) && !is_one_of(" +-*/=()[],.;:'!?", next)) {
                return false;
            }
            rest_.remove_prefix(1);
        }
        return take('}');
    }

    bool take_command_and_arguments()
    {
        const std::string_view command = take_command(rest_);
        if (command == "text") {
            return take_words();
        }
        if (command == "frac") {
            return take_group() && take_group();
        }
        if (command == "sqrt" || is_style(command)) {
            return take_group();
        }
        return is_escape(command) || sign_of(command);
    }

    bool take_base() { return rest_[0] == '{' ? take_group() : take('\\') ? take_command_and_arguments() : take_sign(); }

    /// What stands behind _ or ^. Only what TeX takes for one piece: x^\sqrt{2} would be none.
    bool take_script(bool may_be_styled)
    {
        skip_spaces();
        if (rest_.starts_with('{')) {
            return take_group();
        }
        if (!take('\\')) {
            return take_sign();
        }
        const std::string_view command = take_command(rest_);
        return is_single_sign(command) ||
               (may_be_styled && is_style(command) && (command == "text" ? take_words() : take_group()));
    }

    /// x'' or x^2; x''^2 too, which is one power to TeX as long as no space comes between.
    bool take_high()
    {
        bool has_primes = false;
        while (take('\'')) {
            has_primes = true;
        }
        return take('^') ? take_script(!has_primes) : has_primes;
    }

    bool take_low_and_high()
    {
        bool has_low = false;
        bool has_high = false;
        for (skip_spaces(); !at_end() && is_one_of("_^'", rest_[0]); skip_spaces()) {
            bool& has_it = rest_[0] == '_' ? has_low : has_high;
            if (has_it || !(take('_') ? take_script(true) : take_high())) {
                return false;
            }
            has_it = true;
        }
        return true;
    }

    std::string_view rest_;
    std::size_t depth_ = 0;
};

}  // namespace

bool is_known_math(std::string_view latex)
{
    FormulaReader reader(latex);
    return reader.take_formula() && reader.at_end();
}

}  // namespace attention
