// SPDX-License-Identifier: Apache-2.0
// What the user is told when a kernel's access is wrong: the kind of error and one sentence with
// kernel, source line, pc and work-item. The machine stays usable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/execute/kernel_errors.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST(KernelErrors, NameWorkItemAndLineOfALoadBehindItsBuffer) {
  expect_error(
      "__kernel void k(__global uint* out, __global const uint* in) {\n"
      "  uint i = get_global_id(0);\n"
      "  out[i] = in[i];\n"
      "}",
      job_of({Words(30)}), ErrorKind::Access,
      ContainsRegex("^kernel k at test.cl:3 \\(pc 0x000[0-9a-f]+\\), work-item "
                    "\\(30, 0, 0\\): load of 4 bytes at 0x1[0-9a-f]+, which is outside of "
                    "every buffer: it reaches 4 bytes behind the end of the buffer of 120 bytes "
                    "at 0x1[0-9a-f]+$"));
}

// The output buffer has 128 bytes, and the arguments follow it after a gap.
TEST(KernelErrors, RefuseAStoreIntoTheArguments) {
  expect_error("__kernel void k(__global uint* out) { out[get_global_id(0) + 64] = 1; }", job_of(),
               ErrorKind::Access,
               HasSubstr("work-item (0, 0, 0): store of 4 bytes at 0x10000100, where the kernel's "
                         "arguments lie, outside of every buffer"));
}

TEST(KernelErrors, NameTheWorkItemInThreeDimensions) {
  Job job = job_of();
  job.range.dimensions = 3;
  job.range.global = {4, 4, 2};
  job.range.local = {4, 4, 2};
  job.range.offset = {10, 20, 30};
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  if (get_local_id(0) == 2 && get_local_id(1) == 1 && get_local_id(2) == 1)\n"
      "    out[1 << 28] = 1;\n"
      "}",
      job, ErrorKind::Access,
      ContainsRegex("test.cl:3 .*work-item \\(12, 21, 31\\): store of 4 bytes"));
}

TEST(KernelErrors, RefuseMisalignedAccesses) {
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  out[0] = *(__global ushort*)((__global char*)out + 4 * get_global_id(0) + 1);\n"
      "}",
      job_of(), ErrorKind::Access,
      AllOf(HasSubstr("work-item (0, 0, 0)"), HasSubstr("load of 2 bytes"),
            HasSubstr("which is misaligned")));
}

TEST(KernelErrors, RefuseNullPointers) {
  const std::string source =
      "__kernel void k(__global uint* out, __global uint* in) {\n"
      "  in[get_global_id(0)] = 1;\n"
      "}";
  expect_error(source, job_of({}, {Buffer{}}), ErrorKind::Access,
               AllOf(HasSubstr("test.cl:2"), HasSubstr("store of 4 bytes at 0x00000000"),
                     HasSubstr("null pointer")));
}

TEST(KernelErrors, RefuseAtomicsOnConstants) {
  expect_error(
      "__constant uint table[2] = {5, 6};\n"
      "__kernel void k(__global uint* out) {\n"
      "  uint old;\n"
      "  __asm__ volatile(\"amoadd.w %0, %1, (%2)\" : \"=r\"(old)\n"
      "                   : \"r\"(1), \"r\"(&table[get_global_id(0) & 1]) : \"memory\");\n"
      "  out[0] = old;\n"
      "}",
      job_of(), ErrorKind::Access,
      AllOf(HasSubstr("atomic access of 4 bytes at 0x0001"), HasSubstr("not writable")));
}

TEST(KernelErrors, RefuseLocalAccessesBehindTheGroupsMemory) {
  expect_error(
      "__kernel void k(__global uint* out, __local uint* l) {\n"
      "  l[get_local_id(0) + 30] = 1;\n"
      "}",
      job_of({}, {LocalBytes{32 * 4}}), ErrorKind::Access,
      AllOf(HasSubstr("work-item (2, 0, 0)"), HasSubstr("work-group's 128 bytes of local")));
}

TEST(KernelErrors, ReportAnOverflowOfTheStack) {
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  volatile uint big[5000];\n"
      "  big[get_global_id(0)] = 1;\n"
      "  out[0] = big[out[1]];\n"
      "}",
      job_of(), ErrorKind::Access,
      AllOf(HasSubstr("store of 4 bytes at 0xefff"),
            HasSubstr("16384 bytes of private memory (memory.private_bytes)")));
}

TEST(KernelErrors, ReportEndlessRecursion) {
  expect_error(
      "__attribute__((noinline)) uint f(uint n, __global uint* out) {\n"
      "  if (out[0] == 1) return 3;\n"
      "  volatile uint keep[4]; keep[n & 3] = n;\n"
      "  return f(n + 1, out) + keep[n & 1];\n"
      "}\n"
      "__kernel void k(__global uint* out) { out[1] = f(0, out); }",
      job_of(), ErrorKind::Access, HasSubstr("private memory (memory.private_bytes)"));
}

}  // namespace
}  // namespace lanefold
