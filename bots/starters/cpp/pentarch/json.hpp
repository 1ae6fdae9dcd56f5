// JSON values: parse, at, get_to, as nlohmann/json has them.
// `pentarch bot types .` writes this folder anew.
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    /// Reads a whole text. Throws std::runtime_error.
    static Json parse(const std::string& text);

    Json() = default;
    template <class T>
    explicit Json(T value) : value_(std::move(value)) {}

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }

    bool contains(const std::string& key) const { return find(key) != nullptr; }

    /// A field of an object. Throws std::runtime_error.
    const Json& at(const std::string& key) const {
        if (const Json* found = find(key)) return *found;
        throw std::runtime_error("there is no field " + key);
    }

    template <class T>
    T get() const {
        T value{};
        get_to(value);
        return value;
    }

    /// The value as any type that has a `from_json`; those of views have one.
    template <class T>
    void get_to(T& value) const { from_json(*this, value); }

    void get_to(Json& value) const { value = *this; }
    void get_to(bool& value) const { value = as<bool>(); }
    void get_to(int& value) const { value = static_cast<int>(as<double>()); }
    void get_to(std::string& value) const { value = as<std::string>(); }

    template <class T>
    void get_to(std::optional<T>& value) const {
        value = is_null() ? std::nullopt : std::optional<T>(get<T>());
    }

    template <class T>
    void get_to(std::vector<T>& value) const {
        value.clear();
        for (const Json& item : as<Array>()) value.push_back(item.get<T>());
    }

    template <class T>
    void get_to(std::map<std::string, T>& value) const {
        value.clear();
        for (const auto& [key, item] : as<Object>()) value.emplace(key, item.template get<T>());
    }

private:
    template <class T>
    const T& as() const {
        if (const T* found = std::get_if<T>(&value_)) return *found;
        throw std::runtime_error("a JSON value is of another type");
    }

    const Json* find(const std::string& key) const {
        for (const auto& [name, value] : as<Object>())
            if (name == key) return &value;
        return nullptr;
    }

    std::variant<std::nullptr_t, bool, double, std::string, Array, Object> value_ = nullptr;
};

/// Reads a text from left to right.
class JsonParser {
public:
    explicit JsonParser(const std::string& text) : text_(text) {}

    Json whole() {
        Json value = this->value();
        if (peek() != '\0') fail();
        return value;
    }

private:
    Json value() {
        switch (peek()) {
            case '{': return Json(object());
            case '[': return Json(array());
            case '"': return Json(string());
            case 't': return word("true", Json(true));
            case 'f': return word("false", Json(false));
            case 'n': return word("null", Json());
            default: return Json(number());
        }
    }

    Json::Object object() {
        Json::Object found;
        expect('{');
        while (!ends('}', found.empty())) {
            std::string key = string();
            expect(':');
            found.emplace_back(std::move(key), value());
        }
        return found;
    }

    Json::Array array() {
        Json::Array found;
        expect('[');
        while (!ends(']', found.empty())) found.push_back(value());
        return found;
    }

    /// Whether the list ends here; if not, the next item follows.
    bool ends(char bracket, bool is_first) {
        if (peek() == bracket) return ++at_, true;
        if (!is_first) expect(',');
        return false;
    }

    std::string string() {
        std::string found;
        expect('"');
        while (at_ < text_.size() && text_[at_] != '"') {
            char letter = text_[at_++];
            if (letter == '\\') escape(found);
            else found += letter;
        }
        expect('"');
        return found;
    }

    void escape(std::string& found) {
        static const std::string names = "bfnrt", meanings = "\b\f\n\r\t";
        char letter = at_ < text_.size() ? text_[at_++] : '\0';
        if (letter == 'u') return utf8(code_point(), found);
        std::size_t place = names.find(letter);
        found += place == std::string::npos ? letter : meanings[place];
    }

    std::uint32_t code_point() {
        std::uint32_t first = hexadecimal();
        if (first < 0xD800 || first > 0xDBFF) return first;
        at_ += 2;  // the \u of the second half
        return 0x10000 + ((first - 0xD800) << 10) + (hexadecimal() - 0xDC00);
    }

    std::uint32_t hexadecimal() {
        if (at_ + 4 > text_.size()) fail();
        at_ += 4;
        return static_cast<std::uint32_t>(std::stoul(text_.substr(at_ - 4, 4), nullptr, 16));
    }

    static void utf8(std::uint32_t code, std::string& found) {
        int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        static const int marks[] = {0x00, 0xC0, 0xE0, 0xF0};
        found += static_cast<char>(marks[more] | (code >> (6 * more)));
        while (more-- > 0) found += static_cast<char>(0x80 | ((code >> (6 * more)) & 0x3F));
    }

    double number() {
        const char* start = text_.c_str() + at_;
        char* end = nullptr;
        double found = std::strtod(start, &end);
        if (end == start) fail();
        at_ += static_cast<std::size_t>(end - start);
        return found;
    }

    Json word(const std::string& name, Json value) {
        if (text_.compare(at_, name.size(), name) != 0) fail();
        at_ += name.size();
        return value;
    }

    /// The next character that is no space; 0 at the end.
    char peek() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    void expect(char wanted) {
        if (peek() != wanted) fail();
        ++at_;
    }

    [[noreturn]] void fail() const {
        throw std::runtime_error("no JSON at character " + std::to_string(at_));
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

inline Json Json::parse(const std::string& text) { return JsonParser(text).whole(); }
