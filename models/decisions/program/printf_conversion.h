// SPDX-License-Identifier: Apache-2.0
// One conversion of a printf format (OpenCL 1.2 clause 6.12.13.2; %ll and %z as in C), as the
// device library, which collects the arguments, and the machine, which prints them, both read it.
// Valid C and C++.
#pragma once

// NOLINTNEXTLINE(readability-identifier-naming): C names it, too
struct lanefold_conversion {
  unsigned options;        // characters before the vector specifier: '%', flags, width, precision
  unsigned characters;     // of the whole conversion
  char letter;             // '%' takes no argument
  unsigned elements;       // 1 for a scalar
  unsigned element_bytes;  // 1, 2, 4 or 8
};

static inline int lanefold_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline int lanefold_is_one_of(char c, const char* list) {
  for (; *list != 0; ++list) {
    if (*list == c) return 1;
  }
  return 0;
}

// Four digits at most: no field is wider than 9999 characters.
static inline const char* lanefold_skip_number(const char* text) {
  for (int digits = 0; digits < 4 && lanefold_is_digit(*text); ++digits) ++text;
  return text;
}

// `text` starts with '%' and ends with a null character; `float_bytes` is the size of a scalar that
// %f takes. Returns 0 for what the standard does not have.
static inline int lanefold_read_conversion(const char* text, unsigned float_bytes,
                                           struct lanefold_conversion* conversion) {
  const char* at = text + 1;
  while (lanefold_is_one_of(*at, "-+ #0")) ++at;
  at = lanefold_skip_number(at);
  if (*at == '.') at = lanefold_skip_number(at + 1);
  conversion->options = (unsigned)(at - text);

  unsigned elements = 0;
  if (*at == 'v') {
    for (++at; lanefold_is_digit(*at) && elements < 100; ++at) {
      elements = 10 * elements + (unsigned)(*at - '0');
    }
    if (elements != 2 && elements != 3 && elements != 4 && elements != 8 && elements != 16) {
      return 0;
    }
  }
  unsigned bytes = 0;
  if (*at == 'h') {
    bytes = at[1] == 'h' ? 1 : at[1] == 'l' ? 4 : 2;
    at += bytes == 2 ? 1 : 2;
  } else if (*at == 'l') {
    bytes = 8;
    at += at[1] == 'l' ? 2 : 1;
  } else if (*at == 'z') {
    bytes = 4;
    ++at;
  }
  conversion->letter = *at;
  conversion->characters = (unsigned)(at - text) + 1;
  conversion->elements = elements == 0 ? 1 : elements;
  conversion->element_bytes = bytes == 0 ? 4 : bytes;
  if (*at == '%') return elements == 0 && bytes == 0;
  if (lanefold_is_one_of(*at, "diouxX")) return *at != 0;
  if (lanefold_is_one_of(*at, "fFeEgGaA")) {
    if (elements == 0) conversion->element_bytes = float_bytes;
    return *at != 0 && conversion->element_bytes >= 2;
  }
  return *at != 0 && lanefold_is_one_of(*at, "csp") && elements == 0 && bytes == 0;
}

// Bytes of the argument: a vector of three has the size of four.
static inline unsigned lanefold_argument_bytes(const struct lanefold_conversion* conversion) {
  if (conversion->letter == '%') return 0;
  const unsigned elements = conversion->elements == 3 ? 4 : conversion->elements;
  const unsigned bytes = elements * conversion->element_bytes;
  return conversion->elements == 1 && bytes < 4 ? 4 : bytes;
}

// A record in the printf buffer: a header word, the format's address, then each argument in whole
// words. The header is the record's number of words, with one bit set where %f takes a double.
enum { kLanefoldWideFloat = 0x40000000, kLanefoldRecordWords = 2 };
