#include <iostream>
#include <string>

int main() {
    std::string line;
    while (std::getline(std::cin, line))
        if (line.find("\"turn\":") != std::string::npos) std::cout << 0 << std::endl;
}
