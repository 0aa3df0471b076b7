// Finds fields in a line of JSON, without allocation. A function that returns a position returns the one behind what it
// has read, or NULL if something else is there.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH = 16 };

static inline const char *spaces(const char *at) {
  return at + strspn(at, " \t\r");
}

static inline const char *string(const char *at) {
  if (*at++ != '"') return NULL;
  for (; *at != '"'; at++) {
    if (*at == '\\') at++;
    if ((unsigned char)*at < ' ') return NULL; // The end of the line, too.
  }
  return at + 1;
}

static inline const char *name(const char *at) {
  at = string(at);
  if (!at || *(at = spaces(at)) != ':') return NULL;
  return spaces(at + 1);
}

static inline const char *value(const char *at, int depth) {
  if (*at == '"') return string(at);
  if (*at != '{' && *at != '[') {
    size_t count = strspn(at, "+-.0123456789Eaeflnrstu"); // Numbers, true, false and null.
    return count ? at + count : NULL;
  }
  bool object = *at == '{';
  char end = object ? '}' : ']';
  at = spaces(at + 1);
  if (*at == end) return at + 1;
  while (depth > 0) {
    if (object && !(at = name(at))) return NULL;
    if (!(at = value(at, depth - 1))) return NULL;
    at = spaces(at);
    if (*at == end) return at + 1;
    if (*at != ',') return NULL;
    at = spaces(at + 1);
  }
  return NULL;
}

// The value of an object's field; "" if there is none.
static inline const char *field(const char *object, const char *wanted) {
  size_t length = strlen(wanted);
  const char *at = *object == '{' ? spaces(object + 1) : "";
  while (at && *at == '"') {
    bool found = strncmp(at + 1, wanted, length) == 0 && at[length + 1] == '"';
    at = name(at);
    if (found) return at ? at : "";
    if (at && (at = value(at, DEPTH)) && *(at = spaces(at)) == ',') at = spaces(at + 1);
  }
  return "";
}

static inline bool is(const char *at, const char *word) {
  size_t length = strlen(word);
  return *at == '"' && strncmp(at + 1, word, length) == 0 && at[length + 1] == '"';
}

// A value as it stands, a string without its quotes.
static inline void put(FILE *file, const char *at, char after) {
  const char *end = value(at, DEPTH);
  int quote = *at == '"';
  if (end) fwrite(at + quote, 1, (size_t)(end - at) - 2 * (size_t)quote, file);
  putc(after, file);
}
