// The protocol: a JSON message a line on standard input, an answer a line on standard output.
// `pentarch bot types .` writes this folder anew.
#pragma once

#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "json.hpp"

namespace pentarch {

/// A match begins.
struct Start {
    std::string ruleset;
    int seat = 0;   ///< The bot's own, counted from 0.
    int seats = 0;  ///< How many there are.
    std::map<std::string, std::string> options;
    std::uint64_t seed = 0;  ///< For the bot's own luck: the same match, the same play.
};

/// In seconds; what is without limit is infinite.
struct Clock {
    double left, increment, cap;
};

/// What the seat may know of what happened since its last decision.
struct Event {
    std::string name;
    int seat = -1;  ///< -1: it concerns nobody in particular.
    std::vector<std::string> values;
};

/// A decision.
struct Turn {
    int sequence = 0;                ///< 1, 2, 3 and so on.
    Json view;                       ///< All that the seat may know.
    std::vector<std::string> legal;  ///< What the rules allow now.
    std::vector<Event> events;
    Clock clock{};
};

/// Plays one match.
class Bot {
public:
    virtual ~Bot() = default;

    /// One of `turn.legal`.
    virtual std::string decide(const Turn& turn) = 0;
};

/// What the field says; a field that is not there has the value that is nothing.
template <class T>
T field(const Json& message, const std::string& name, T nothing = {}) {
    return message.contains(name) ? message.at(name).get<T>() : nothing;
}

/// "2.5s" as 2.5.
inline double seconds(const Json& clock, const std::string& name, double nothing) {
    std::string text = field<std::string>(clock, name);
    return text.empty() ? nothing : std::stod(text);
}

inline Start start_of(const Json& message) {
    Start start;
    start.ruleset = field<std::string>(message, "ruleset");
    start.seat = field<int>(message, "seat");
    start.seats = field<int>(message, "seats");
    start.options = field<std::map<std::string, std::string>>(message, "options");
    start.seed = std::stoull(field<std::string>(message, "bot_seed", "0"));
    return start;
}

inline void from_json(const Json& json, Event& event) {
    event.name = field<std::string>(json, "name");
    event.seat = field<int>(json, "seat", -1);
    event.values = field<std::vector<std::string>>(json, "values");
}

inline Turn turn_of(const Json& message) {
    constexpr double endless = std::numeric_limits<double>::infinity();
    Json clock = field<Json>(message, "clock", Json(Json::Object{}));
    Turn turn;
    turn.sequence = field<int>(message, "sequence");
    turn.view = message.at("view");
    turn.legal = field<std::vector<std::string>>(message, "legal");
    turn.events = field<std::vector<Event>>(message, "events");
    turn.clock = {seconds(clock, "left", endless), seconds(clock, "increment", 0),
                  seconds(clock, "cap", endless)};
    return turn;
}

/// Plays until the input ends. Every match gets a bot of its own.
inline void run(const std::function<std::unique_ptr<Bot>(const Start&)>& make) {
    std::map<std::string, std::unique_ptr<Bot>> bots;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.empty()) continue;
        Json message = Json::parse(line);
        if (message.contains("match_start")) {
            const Json& start = message.at("match_start");
            bots[field<std::string>(start, "match_id")] = make(start_of(start));
        } else if (message.contains("turn")) {
            Turn turn = turn_of(message.at("turn"));
            std::string match = field<std::string>(message.at("turn"), "match_id");
            std::string text = bots.at(match)->decide(turn);
            std::cout << R"({"decide": {"match_id": )" << std::quoted(match) << R"(, "sequence": )"
                      << turn.sequence << R"(, "text": )" << std::quoted(text) << "}}" << std::endl;
        } else if (message.contains("match_end")) {
            bots.erase(field<std::string>(message.at("match_end"), "match_id"));
        }
    }
}

}  // namespace pentarch
