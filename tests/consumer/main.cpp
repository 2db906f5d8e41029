#include <01_single_output/single_output.hpp>
#include <cmath>
#include <cstdio>

// The running example, as a stranger's program would write it.
int main()
{
    const double ln2 = std::log(2.0);
    const double ln3 = std::log(3.0);
    const std::vector<attention::Vector> a{{0, 0, 2, 0}, {1, 0, 0, 1}, {0, 1, 1, 0}, {2, 0, 0, 0}};
    const attention::Projections p{.Wq = {{-0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 1}},
                                   .Wk = {{ln2, ln3, 0, 0}, {0, 0, ln2, ln3}},
                                   .Wv = {{5, 10, 0, 0}, {0, 0, 5, 10}}};

    const attention::Vector b = attention::single_output(a, 0, p).b;

    std::printf("b_1 = (%g, %g)\n", b(0), b(1));
    return std::abs(b(0) - 8) < 1e-12 && std::abs(b(1) - 4.5) < 1e-12 ? 0 : 1;
}
