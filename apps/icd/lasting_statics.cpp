// SPDX-License-Identifier: Apache-2.0
// No static object of the driver is ever destroyed: those of the application that it outlives may
// still call the driver in their destructors.

/// Where compilers register the destructor of a static object. The shared library has this one for
/// itself, instead of the process's.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (* /*destroy*/)(void*),
                                                          void* /*object*/, void* /*library*/) {
  return 0;
}
