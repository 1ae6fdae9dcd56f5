// A bot that fails in the way that FAIL names: never answers, or does wrong at its third decision.

#include <unistd.h>

#include <cstdlib>

#include "pentarch/pentarch.hpp"

class Failing : public pentarch::Bot {
public:
    std::string decide(const pentarch::Turn& turn) override {
        const std::string how = std::getenv("FAIL");
        if (how == "sleep") sleep(3600);
        return turn.sequence < 3 ? turn.legal.front() : fail(turn, how);
    }

private:
    std::string fail(const pentarch::Turn& turn, const std::string& how) {
        if (how == "crash") return turn.legal.at(turn.legal.size());
        if (how == "print") std::cout << "thinking about it" << std::endl;
        return "break castle";
    }
};

int main() {
    pentarch::run([](const pentarch::Start&) { return std::make_unique<Failing>(); });
}
