#include <02_matrix_form/matrix_form.hpp>
#include <cmath>
#include <cstdio>

// The running example, as a stranger's program would write it.
int main()
{
    // #region use
    const double ln2 = std::log(2.0);
    const double ln3 = std::log(3.0);
    const attention::Matrix I{{0, 1, 0, 2}, {0, 0, 1, 0}, {2, 0, 1, 0}, {0, 1, 0, 0}};  // one input per column
    const attention::Projections layer{.Wq = {{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}},
                                       .Wk = {{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}},
                                       .Wv = {{5, 10, 0, 0}, {0, 0, 5, 10}}};
    const attention::Matrix O = attention::matrix_form(I, layer).O;
    std::printf("b_1 = (%g, %g)\n", O(0, 0), O(1, 0));
    // #endregion
    return std::abs(O(0, 0) - 8) < 1e-12 && std::abs(O(1, 0) - 4.5) < 1e-12 ? 0 : 1;
}
