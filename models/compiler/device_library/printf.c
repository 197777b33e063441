// SPDX-License-Identifier: Apache-2.0
// printf on the device (OpenCL 1.2 clause 6.12.13): a record of format and arguments goes into the
// launch's printf buffer, whose first word counts the words that are taken; the host prints it.
#include "printf_conversion.h"

enum { kCapacity = LANEFOLD_PRINTF_BUFFER_BYTES / 4 - 1 };

static u32* printf_buffer(void) {
  u32* buffer;
  __asm__("csrr %0, %1" : "=r"(buffer) : "i"(LANEFOLD_CSR_PRINTF_BUFFER));
  return buffer;
}

// Copies the arguments of `format` to `to`, unless that is null. Returns their number of words, or
// -1 for a format that is not valid. By the calling convention what is longer than two words is
// passed by its address, and two words at once start at an even one.
static int collect(const char* format, const u32* from, u32* to) {
  int count = 0;
  while (*format != 0) {
    if (*format != '%') {
      ++format;
      continue;
    }
    struct lanefold_conversion conversion;
    if (!lanefold_read_conversion(format, __riscv_flen / 8, &conversion)) return -1;
    format += conversion.characters;
    const u32 bytes = lanefold_argument_bytes(&conversion);
    const u32 words = (bytes + 3) / 4;
    if (words == 2) from = (const u32*)(((size_t)from + 7) & ~(size_t)7);
    const u32* value = words > 2 ? (const u32*)(size_t)*from : from;
    from += words > 2 ? 1 : words;
    for (u32 i = 0; i < words && to != 0; ++i) to[count + (int)i] = value[i];
    count += (int)words;
  }
  return count;
}

int __lanefold_printf(const char* format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  const u32* arguments = (const u32*)list;
  u32* buffer = printf_buffer();
  const int count = collect(format, arguments, 0);
  if (count < 0 || *(volatile u32*)buffer > kCapacity) return -1;
  const u32 words = (u32)count + kLanefoldRecordWords;
  const u32 first = __atomic_fetch_add(buffer, words, __ATOMIC_RELAXED);
  if (first > kCapacity || words > kCapacity - first) return -1;
  u32* record = buffer + 1 + first;
  record[0] = words | (__riscv_flen == 64 ? kLanefoldWideFloat : 0);
  collect(format, arguments, record + kLanefoldRecordWords);
  // The format's address comes last: a record without one is not complete.
  *(const char* volatile*)&record[1] = format;
  __builtin_va_end(list);
  return 0;
}
