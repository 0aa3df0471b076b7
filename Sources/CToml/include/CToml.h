#ifndef FLICKD_CTOML_H
#define FLICKD_CTOML_H

/* toml++ behind a C fence: bytes in, a flat list of entries out, each with its position.
 *
 * The entries are in depth-first order, so that a parent comes before its children and the root table is entry 0.
 * Every text belongs to the document, is not terminated, and is good until ctoml_free. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctoml_document ctoml_document;

typedef struct {
  const char *bytes;
  size_t count;
} ctoml_text;

/* Both count from 1; the column counts code points, as editors do. */
typedef struct {
  uint32_t line;
  uint32_t column;
} ctoml_position;

enum {
  CTOML_TABLE,
  CTOML_ARRAY,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_FLOAT,
  CTOML_BOOLEAN,
  CTOML_MOMENT /* a date, a time or both */
};

typedef struct {
  uint32_t parent;             /* the position of the table or array that holds it; the root holds itself */
  int32_t kind;                /* one of CTOML_ */
  ctoml_text key;              /* empty in an array */
  ctoml_position key_position; /* that of the value in an array */
  ctoml_position position;     /* where the value begins */
  ctoml_text string;
  int64_t integer;
  double number;
  bool boolean;
} ctoml_entry;

typedef struct {
  ctoml_position position;
  ctoml_text message;
} ctoml_error;

/* Reads `count` bytes and never returns NULL; the caller frees the document, also one with an error. */
ctoml_document *ctoml_parse(const char *bytes, size_t count);

/* Whether the bytes were no TOML; then there are no entries, and `error` is filled. */
bool ctoml_failed(const ctoml_document *document, ctoml_error *error);

size_t ctoml_count(const ctoml_document *document);

/* `position` must be below ctoml_count. */
ctoml_entry ctoml_entry_at(const ctoml_document *document, size_t position);

void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
