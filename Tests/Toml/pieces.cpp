// Parses random sequences of parts of TOML and UTF-8; a sanitizer ends the program at undefined behaviour of toml++.
// Prints the number of documents, a sum of all results, and the result for each argument.
#include <cstdio>
#include <random>
#include <string>
#include <string_view>

#include "CToml.h"

namespace {

constexpr std::string_view pieces[] = {
    "é",    "ä",      "ҙ",  "ⵞ",    "　",   "中",     "😀", "\u00a0", "\u200b", "\ufeff", "\ufee6", "\ufffd", "\u0085",     "\u2028",
    "\"",   "\"\"\"", "'",  "'''",  "\\",   "\n",     "\r", "\r\n",   "#",      "[",      "]",      "a",      "=",          "1",
    " ",    "\t",     ",",  "{",    "}",    ".",      "~",  "u00e9",  "true",   "\v",     "\f",     "\xc3",   "\x80",       "\xf4",
    "a = ", "[a]\n",  "\\\n", " = \"\"\"", "inf", "0x", "-",  "_",     "e",      ":",      "T",      "Z",      "1979-05-27", "12:00"};

std::string result(std::string_view bytes) {
  auto *document = ctoml_parse(bytes.data(), bytes.size());
  ctoml_error error{};
  std::string words = "ok";
  if (ctoml_failed(document, &error)) {
    words = std::to_string(error.position.line) + ":" + std::to_string(error.position.column) + ": " +
            std::string(error.message.bytes, error.message.count);
  }
  for (size_t at = 0; at < ctoml_count(document); ++at) {
    const auto entry = ctoml_entry_at(document, at);
    words += "|" + std::string(entry.key.bytes, entry.key.count) + "=" + std::string(entry.string.bytes, entry.string.count);
  }
  ctoml_free(document);
  return words;
}

}  // namespace

int main(int count, char **words) {
  constexpr int documents = 200000;
  std::mt19937 random{1};
  const auto below = [&](size_t most) { return random() % most; };
  uint64_t sum = 0;
  for (int document = 0; document < documents; ++document) {
    std::string text = below(2) == 0 ? "a = " : "";
    if (below(3) == 0) text += below(2) == 0 ? "\"\"\"" : "'''";
    for (auto more = below(24); more > 0; --more) text += pieces[below(std::size(pieces))];
    for (const char byte : result(text)) sum = sum * 31 + static_cast<unsigned char>(byte);
  }
  std::printf("%d documents, sum %016llx\n", documents, static_cast<unsigned long long>(sum));
  for (int word = 1; word < count; ++word) std::printf("%s\n", result(words[word]).c_str());
}
