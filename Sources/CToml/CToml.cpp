#include "CToml.h"

// No exception may cross into Swift, and nothing here prints TOML.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0

// toml++ 3.3 asserts at `[~` what it then checks, and with NDEBUG it has the compiler assume it: bad bytes would stop
// the process or be undefined. Without the assertion its own check answers.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)

// Settings nest three deep. toml++ frees what it read recursively, so depth costs stack.
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

struct ctoml_document {
  toml::parse_result result;
  std::vector<ctoml_entry> entries;
  std::optional<ctoml_error> refusal;
};

namespace {

ctoml_text text(std::string_view view) { return {view.data(), view.size()}; }

ctoml_position position(const toml::source_region &source) { return {source.begin.line, source.begin.column}; }

// The other way to depth, `[a.a.a…]`, has no bound in toml++.
constexpr size_t most_dots = 64;
constexpr std::string_view too_many_dots = "a line has more than 64 dots";

// The first line that nests too deep, if there is one; a line of comment may be dotted as it likes.
std::optional<ctoml_error> too_deep(std::string_view bytes) {
  for (uint32_t line = 1; !bytes.empty(); ++line) {
    const auto end = std::min(bytes.find('\n'), bytes.size());
    const auto content = bytes.substr(0, end);
    const auto first = content.find_first_not_of(" \t");
    const bool is_comment = first != content.npos && content[first] == '#';
    const auto dots = std::count(content.begin(), content.end(), '.');
    if (!is_comment && static_cast<size_t>(dots) > most_dots) return ctoml_error{{line, 1}, text(too_many_dots)};
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return std::nullopt;
}

void append(std::vector<ctoml_entry> &entries, const toml::node &node, uint32_t parent, const toml::key *key) {
  ctoml_entry entry{};
  entry.parent = parent;
  entry.position = position(node.source());
  entry.key_position = entry.position;
  if (key) {
    entry.key = text(key->str());
    entry.key_position = position(key->source());
  }
  const auto self = static_cast<uint32_t>(entries.size());

  if (const auto *table = node.as_table()) {
    entry.kind = CTOML_TABLE;
    entries.push_back(entry);
    for (const auto &[name, child] : *table) append(entries, child, self, &name);
    return;
  }
  if (const auto *array = node.as_array()) {
    entry.kind = CTOML_ARRAY;
    entries.push_back(entry);
    for (const auto &child : *array) append(entries, child, self, nullptr);
    return;
  }
  if (const auto *string = node.as_string()) {
    entry.kind = CTOML_STRING;
    entry.string = text(string->get());
  } else if (const auto *integer = node.as_integer()) {
    entry.kind = CTOML_INTEGER;
    entry.integer = integer->get();
  } else if (const auto *number = node.as_floating_point()) {
    entry.kind = CTOML_FLOAT;
    entry.number = number->get();
  } else if (const auto *boolean = node.as_boolean()) {
    entry.kind = CTOML_BOOLEAN;
    entry.boolean = boolean->get();
  } else {
    entry.kind = CTOML_MOMENT;
  }
  entries.push_back(entry);
}

}  // namespace

ctoml_document *ctoml_parse(const char *bytes, size_t count) {
  const std::string_view view{bytes, count};
  if (const auto refusal = too_deep(view)) return new ctoml_document{{}, {}, refusal};
  auto *document = new ctoml_document{toml::parse(view), {}, {}};
  if (document->result) append(document->entries, document->result.table(), 0, nullptr);
  return document;
}

bool ctoml_failed(const ctoml_document *document, ctoml_error *error) {
  if (document->refusal) {
    *error = *document->refusal;
    return true;
  }
  if (document->result) return false;
  const auto &problem = document->result.error();
  *error = {position(problem.source()), text(problem.description())};
  return true;
}

size_t ctoml_count(const ctoml_document *document) { return document->entries.size(); }

ctoml_entry ctoml_entry_at(const ctoml_document *document, size_t position) { return document->entries[position]; }

void ctoml_free(ctoml_document *document) { delete document; }
