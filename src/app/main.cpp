#include "app/program.hpp"

int main(int argc, char** argv)
{
    return attention::run_program(argc, argv);
}
