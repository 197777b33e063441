// SPDX-License-Identifier: Apache-2.0
// Block moves that LLVM's code generator calls by name.

typedef __SIZE_TYPE__ size_t;

void* memcpy(void* restrict target, const void* restrict source, size_t bytes) {
  char* to = target;
  const char* from = source;
  while (bytes-- != 0) *to++ = *from++;
  return target;
}
