// A bot that plays every ruleset by a list of wishes. Make it yours.

#include <deque>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "pentarch/pentarch.hpp"
#include "pentarch/views/kingdom.hpp"

using Texts = std::vector<std::string>;

// The beginnings of commands, dearest first. What there is: `pentarch describe township verbs`.
const std::map<std::string, Texts> WISHES = {
    {"township",
     {"feast", "repair house", "repair school", "repair", "produce woodlot", "recruit", "produce",
      "break house", "break school", "break monument", "skip"}},
    {"kingdom", {"halt", "train swordsman", "move all", "done"}},
    {"capital",
     {"upgrade", "settle", "build farming_village", "build", "quest", "take", "war", "send",
      "guard", "charge", "hold", "raze city", "raze", "save", "done", "keep farming_village",
      "keep"}},
    {"heroes",
     {"buy", "recruit", "hero", "fight", "attack", "stay", "seize", "raise", "take", "move 1",
      "end"}},
    {"tradewarz",
     {"resources gold gold", "resources lumber lumber", "resources mining mining",
      "resources wheat wheat", "build castle", "build village", "build", "recruit gate",
      "decline", "ready"}},
};
const int ENOUGH = 3;  // units that march together

/// How far each area is from the nearest castle that somebody else holds.
std::map<std::string, int> distances(const kingdom::View& view, const std::string& seat) {
    std::map<std::string, const kingdom::Area*> land;
    for (const kingdom::Area& area : view.board.areas)
        if (area.kind == "land") land[area.id] = &area;
    std::map<std::string, int> found;
    std::deque<std::string> queue;
    for (const kingdom::Castle& castle : view.castles)
        if (castle.owner != seat) found[castle.id] = 0, queue.push_back(castle.id);
    for (; !queue.empty(); queue.pop_front())
        for (const std::string& next : land[queue.front()]->neighbours)
            if (land.count(next) && !found.count(next)) {
                found[next] = found[queue.front()] + 1;
                queue.push_back(next);
            }
    return found;
}

/// The commands without moves, but for those of armies towards a castle.
Texts without_idle_moves(const Texts& legal, const kingdom::View& view, const std::string& seat) {
    const int far = 1000;
    std::map<std::string, int> away = distances(view, seat), units;
    for (const kingdom::Unit& unit : view.units) units[unit.area] += unit.kingdom == seat;
    auto distance = [&](const std::string& area) { return away.count(area) ? away[area] : far; };
    Texts found;
    for (const std::string& text : legal) {
        std::istringstream words(text);
        std::string verb, number, kind, from, to;
        words >> verb >> number >> kind >> from >> to;
        bool is_march = number == "all" && units[from] >= ENOUGH && distance(to) < distance(from);
        if (verb != "move" || is_march) found.push_back(text);
    }
    return found;
}

class MyBot : public pentarch::Bot {
public:
    explicit MyBot(const pentarch::Start& start)
        : ruleset_(start.ruleset), seat_("p" + std::to_string(start.seat + 1)) {}

    /// `turn.view` is what the seat may know; pentarch/views has it as types for every ruleset.
    std::string decide(const pentarch::Turn& turn) override {
        Texts choices = turn.legal;
        if (ruleset_ == "kingdom")
            choices = without_idle_moves(choices, turn.view.get<kingdom::View>(), seat_);
        for (const std::string& wish : WISHES.at(ruleset_))
            for (const std::string& text : choices)
                if (text.rfind(wish, 0) == 0) return text;
        return turn.legal.front();
    }

private:
    std::string ruleset_;
    std::string seat_;  // as commands and views write it: p1, p2, ...
};

int main() {
    pentarch::run([](const pentarch::Start& start) { return std::make_unique<MyBot>(start); });
}
