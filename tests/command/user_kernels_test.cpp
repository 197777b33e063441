// SPDX-License-Identifier: Apache-2.0
// A user's own kernels run by the command: files, arguments, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "apps/lanefold/files.h"
#include "base/output_file.h"
#include "lanefold/config.h"
#include "lanefold/machine_config.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(Command, RunsAUsersOwnKernel) {
  write("scale.cl", kScaleKernel);
  const Finished finished =
      lanefold("run " + path("scale.cl") +
               " --kernel scale --global 4 --local 4 --functional"
               " --arg buffer:float:4:index --arg buffer:float:4:out=- --arg float:2.5");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, StartsWith("0\n2.5\n5\n7.5\n"));
}

/// KiB that the largest child so far had in the host's memory.
long largest_child() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return usage.ru_maxrss;
}

TEST_F(Command, HoldsNothingOfABufferThatNobodyTouches) {
  write("scale.cl", kScaleKernel);
  const Finished finished =
      lanefold("run " + path("scale.cl") +
               " --global 64 --arg buffer:float:225000000"
               " --arg buffer:float:64 --arg 1 --set memory.bytes=2000000000");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_LT(largest_child(), 600'000);  // as much as the compiler may need
}

TEST_F(Command, CarriesBuffersThroughFiles) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") + " --global 64 --functional ";
  EXPECT_EQ(lanefold(run + "--arg buffer:float:64:random --arg buffer:float:64:out=" +
                     path("once.bin") + " --arg 4")
                .code,
            0);
  EXPECT_EQ(lanefold(run + "--arg buffer:float:file=" + path("once.bin") +
                     " --arg buffer:float:64:out=" + path("twice.bin") + " --arg 0.25")
                .code,
            0);
  EXPECT_EQ(lanefold(run + "--arg buffer:float:64:random --arg buffer:float:64:out=" +
                     path("unit.bin") + " --arg 1")
                .code,
            0);
  EXPECT_EQ(content_of(path("twice.bin")).size(), 256U);
  EXPECT_EQ(content_of(path("twice.bin")), content_of(path("unit.bin")));
}

TEST_F(Command, CompressesFilesThatEndInGz) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") + " --global 64 --functional ";
  const std::string plain = path("plain.bin");
  const std::string packed = path("packed.bin.gz");
  for (const std::string& file : {plain, packed}) {
    EXPECT_EQ(lanefold(run + "--arg buffer:float:64:index --arg buffer:float:64:out=" + file +
                       " --arg 4 --stats " + file + ".json" + (file == packed ? ".gz" : ""))
                  .code,
              0);
  }
  EXPECT_THAT(content_of(packed), StartsWith("\x1f\x8b"));
  EXPECT_THAT(content_of(packed + ".json.gz"), StartsWith("\x1f\x8b"));
  EXPECT_LT(content_of(packed + ".json.gz").size(), content_of(plain + ".json").size() / 2);
  const std::string again = " --arg buffer:float:64:out=- --arg 1 --stats " + path("ignored");
  const std::string from_plain = lanefold(run + "--arg buffer:float:file=" + plain + again).out;
  EXPECT_THAT(from_plain, StartsWith("0\n4\n8\n"));
  EXPECT_EQ(lanefold(run + "--arg buffer:float:file=" + packed + again).out, from_plain);
}

TEST_F(Command, CompressesTextAsText) {
  write("scale.cl", kScaleKernel);
  EXPECT_EQ(lanefold("run " + path("scale.cl") + " --global 4 --functional " +
                     "--arg buffer:float:4:index --arg buffer:float:4:out=" +
                     path("result.txt.gz") + " --arg 2")
                .code,
            0);
  EXPECT_EQ(read_text(path("result.txt.gz")), "0\n2\n4\n6\n");
}

TEST_F(Command, RefusesBrokenCompressedFiles) {
  write("scale.cl", kScaleKernel);
  write_output(path("whole.gz"), std::string(1000, 'x'));
  const std::string whole = content_of(path("whole.gz"));
  write("cut.gz", whole.substr(0, whole.size() / 2));
  write("empty.gz", "");
  write("text.gz", "this is not compressed");
  for (const char* name : {"cut.gz", "empty.gz", "text.gz"}) {
    expect_refusal("run " + path("scale.cl") + " --functional --global 4 --arg buffer:float:file=" +
                       path(name) + " --arg buffer:float:4 --arg 1",
                   4, std::string(name) + " is not a whole gzip file");
  }
}

TEST_F(Command, RefusesFoldersThatAreNotThere) {
  write("scale.cl", kScaleKernel);
  for (const char* file : {"no/such/folder.bin", "no/such/folder.gz"}) {
    expect_refusal("run " + path("scale.cl") + " --functional --global 4 --arg buffer:float:4 " +
                       "--arg buffer:float:4:out=" + file + " --arg 1",
                   4, std::string(file) + " cannot be written: No such file or directory");
  }
}

TEST_F(Command, RefusesBuffersThatTheMachineCannotHold) {
  write("scale.cl", kScaleKernel);
  expect_refusal("run " + path("scale.cl") +
                     " --functional --global 4 --set memory.bytes=1048576 " +
                     "--arg buffer:float:1000000000:random --arg buffer:float:4 --arg 1",
                 7, "does not fit into the machine's global memory");
}

TEST_F(Command, ChoosesAWorkGroupThatTheMachineCanHold) {
  write("scale.cl", kScaleKernel);
  const Finished finished =
      lanefold("run " + path("scale.cl") + " --set cores=1 --set core.warps=1 --global 64 " +
               "--set core.warp_width=8 --arg buffer:float:64 --arg buffer:float:64 --arg 1");
  EXPECT_EQ(finished.code, 0) << finished.err;
}

TEST_F(Command, LeavesImagesAndSamplersToOpenClApplications) {
  write("look.cl",
        "kernel void look(read_only image2d_t i, sampler_t s, global float4* o) {\n"
        "  o[0] = read_imagef(i, s, (int2)(0));\n"
        "}\n");
  expect_refusal("run " + path("look.cl") +
                     " --functional --global 4 --arg buffer:float:4 --arg 0 --arg buffer:float:4",
                 7, "can only be passed by OpenCL applications (lanefold exec)");
}

TEST_F(Command, RefusesArgumentsThatDoNotFitTheKernel) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") + " --functional --global 4 ";
  const std::string buffers = "--arg buffer:float:4 --arg buffer:float:4 ";
  expect_refusal(run, 7, "kernel scale has 3 arguments, but 0 --arg are given");
  expect_refusal(run, 7, "; a buffer is --arg buffer:TYPE:COUNT, a number --arg NUMBER");
  expect_refusal(run + "--kernel scal", 7, "did you mean 'scale'?");
  expect_refusal(run + buffers + "--arg int:2", 7, "wants a value of type float");
  expect_refusal(run + buffers + "--arg local:4", 7, "is not local memory");
  expect_refusal(run + buffers + "--arg buffer:int:4", 7, "is not a pointer to a buffer");
  expect_refusal(run + "--arg 1 --arg 2 --arg 3", 7, "wants a buffer");
  expect_refusal(run + buffers + "--arg x", 2, "'x' is not a value of type float");
  expect_refusal("run " + path("scale.cl"), 2, "wants --global");
  expect_refusal(run + "--local 3 " + buffers + "--arg 1", 7, "local size 3");
}

TEST_F(Command, RefusesElementsOfAnotherTypeThanTheKernels) {
  write("types.cl",
        "typedef struct { int a; } own;\n"
        "kernel void types(global float* f, global float3* v, global const uint* u,\n"
        "                  global own* s) { f[0] = v[0].x + u[0] + s[0].a; }\n");
  const std::string run = "run " + path("types.cl") + " --functional --global 1 --local 1 ";
  const auto buffers = [&](const std::string& f, const std::string& v, const std::string& u) {
    return run + "--arg buffer:" + f + ":4 --arg buffer:" + v + ":4 --arg buffer:" + u +
           ":4 --arg buffer:ulong:1";
  };
  expect_refusal(buffers("int", "float3", "uint"), 7,
                 "--arg buffer:int:4: argument 1 (float* f) of kernel types wants elements of "
                 "float; buffer:uchar takes bytes as they are");
  expect_refusal(buffers("double", "float3", "uint"), 7, "wants elements of float;");
  expect_refusal(buffers("float", "float", "uint"), 7, "wants elements of float3;");
  expect_refusal(buffers("float", "float3", "float"), 7, "wants elements of uint;");
  for (const std::string& right : {buffers("float4", "float3", "int2"),
                                   run + "--arg buffer:float:4 --arg buffer:uchar:64 --arg "
                                         "buffer:char:4 --arg buffer:ulong:1"}) {
    const Finished finished = lanefold(right);
    EXPECT_EQ(finished.code, 0) << finished.err;
  }
}

TEST_F(Command, RefusesAFileThatEndsWithinAnElement) {
  write("scale.cl", kScaleKernel);
  write("six.bin", "sixsix");
  expect_refusal("run " + path("scale.cl") + " --functional --global 1 --arg buffer:float:file=" +
                     path("six.bin") + " --arg buffer:float:1 --arg 1",
                 4, "six.bin ends within an element: it has 6 bytes, and float has 4");
}

TEST_F(Command, NamesTheAccessThatIsOutOfRange) {
  write("scale.cl", kScaleKernel);
  const Finished finished =
      lanefold("run " + path("scale.cl") +
               " --functional --global 8 --arg buffer:float:8 --arg buffer:float:4 --arg 1");
  EXPECT_EQ(finished.code, 9);
  EXPECT_THAT(finished.err, HasSubstr("scale.cl:3"));
  EXPECT_THAT(finished.err, HasSubstr("work-item (4, 0, 0)"));
}

TEST_F(Command, WarnsOfAnAccessBehindABufferThatTheMachineLetsPass) {
  write("scale.cl", kScaleKernel);
  const Finished finished = lanefold("run " + path("scale.cl") +
                                     " --functional --global 8 --arg buffer:float:8 --arg "
                                     "buffer:float:4 --arg 1 --set memory.overrun_bytes=16");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, StartsWith("lanefold: warning: kernel scale at "));
  EXPECT_THAT(finished.err, HasSubstr("work-item (4, 0, 0): store of 4 bytes"));
}

TEST_F(Command, NamesAnAccessThatWouldReachTheNextBuffer) {
  write("far.cl", "kernel void far(global float* a, global float* b) {\n  a[32] = b[0];\n}\n");
  const std::string run = "run " + path("far.cl") +
                          " --functional --global 1 --arg buffer:float:9 --arg buffer:float:9";
  EXPECT_EQ(lanefold(run).code, 0) << "128 bytes on, the next buffer begins";
  for (const char* option : {" --check-bounds", " --set memory.guard_bytes=96"}) {
    const Finished finished = lanefold(run + option);
    EXPECT_EQ(finished.code, 9) << option;
    EXPECT_THAT(finished.err, HasSubstr("far.cl:2"));
    EXPECT_THAT(finished.err, HasSubstr("work-item (0, 0, 0): store of 4 bytes"));
    EXPECT_THAT(finished.err,
                HasSubstr("reaches 96 bytes behind the end of the buffer of 36 bytes"));
  }
  const std::string one_behind = run + " --set memory.overrun_bytes=4096 --check-bounds";
  EXPECT_EQ(lanefold(one_behind).code, 0) << "--set has the last word";
}

TEST_F(Command, SaysWhoPassesImages) {
  write("blur.cl", "kernel void blur(image2d_t i) {}\nkernel void fill(global int* p) { *p = 1; }");
  const Finished finished = lanefold("run " + path("blur.cl") + " --kernel blur --global 1");
  EXPECT_EQ(finished.code, 7);
  EXPECT_EQ(finished.err,
            "lanefold: argument 1 (image2d_t i) of kernel blur can only be passed by OpenCL "
            "applications (lanefold exec)\n");
}

TEST_F(Command, GivesUpAKernelThatDoesNotEnd) {
  write("loop.cl", "__kernel void k(__global volatile int* a) { while (a[0] == 0) a[1]++; }\n");
  for (const char* mode : {"--functional", "--set cores=1"}) {
    const Finished finished =
        lanefold("run " + path("loop.cl") + " --global 1 --max-cycles 20000 " + mode +
                 " --arg buffer:int:2");
    EXPECT_EQ(finished.code, 11) << finished.err;
  }
}

}  // namespace
}  // namespace lanefold
