// SPDX-License-Identifier: Apache-2.0
// What a binary of Intel's compiler says of its kernels, field by field.
#include "decisions/zebin/zebin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "decisions/isa/gen8/instruction.h"
#include "decisions/zebin/relocate.h"
#include "tests/zebin/sample.h"
#include "tests/zebin/zebin_builder.h"

namespace lanefold::gen8 {
namespace {

using ::testing::ElementsAre;

const Zebin& sample() {
  static const Zebin zebin = load_zebin(sample_file("tests/zebin/sample.bin"), "sample.bin");
  return zebin;
}

/// A piece of the payload as a row: kind, offset, size, argument, source offset.
std::vector<unsigned> row(const PayloadArgument& piece) {
  return {static_cast<unsigned>(piece.kind), piece.offset, piece.size, piece.argument,
          piece.source_offset};
}
std::vector<unsigned> row(PayloadKind kind, unsigned offset, unsigned size, unsigned argument = 0,
                          unsigned source_offset = 0) {
  return {static_cast<unsigned>(kind), offset, size, argument, source_offset};
}

std::vector<std::vector<unsigned>> rows(const ZebinKernel& kernel) {
  std::vector<std::vector<unsigned>> result;
  for (const PayloadArgument& piece : kernel.payload) result.push_back(row(piece));
  return result;
}

std::vector<std::string> signature(const KernelInfo& info) {
  std::vector<std::string> result;
  for (const KernelArgument& each : info.arguments) {
    const char* const kinds[] = {"global", "constant", "local", "value"};
    result.push_back(std::string(kinds[static_cast<unsigned>(each.kind)]) + ' ' + each.type_name +
                     ' ' + each.name + ' ' + std::to_string(each.size) + " at " +
                     std::to_string(each.offset) + (each.access.empty() ? "" : " ") + each.access);
  }
  return result;
}

TEST(Zebin, HasTheKernelsOfTheSource) {
  EXPECT_TRUE(is_zebin(sample_file("tests/zebin/sample.bin")));
  EXPECT_EQ(sample().name, "sample.bin");
  ASSERT_EQ(sample().kernels.size(), 2U);  // none for the data
  EXPECT_EQ(sample().kernels[0].info.name, "apply");
  EXPECT_EQ(sample().kernel("remember"), &sample().kernels[1]);
  EXPECT_EQ(sample().kernel("forget"), nullptr);
}

TEST(Zebin, HasWhatAKernelNeedsToRun) {
  const ZebinKernel& apply = *sample().kernel("apply");
  EXPECT_EQ(apply.simd_size, 32U);
  EXPECT_EQ(apply.barrier_count, 0U);  // one thread has the whole group
  EXPECT_EQ(apply.slm_size, 128U);
  EXPECT_EQ(apply.scratch_bytes, 0U);
  EXPECT_EQ(apply.private_bytes, 0U);
  EXPECT_EQ(apply.local_id_dimensions, 3U);
  EXPECT_EQ(apply.cross_thread_register(), 7U);
  const ZebinKernel& remember = *sample().kernel("remember");
  EXPECT_EQ(remember.private_bytes, 4000U);
  EXPECT_FALSE(remember.private_by_thread);
  EXPECT_EQ(remember.thread_private_bytes(), 4000U * remember.simd_size);
}

TEST(Zebin, HasThePayloadOfAKernel) {
  const ZebinKernel& apply = *sample().kernel("apply");
  EXPECT_THAT(
      rows(apply),
      ElementsAre(row(PayloadKind::GlobalIdOffset, 0, 12), row(PayloadKind::LocalSize, 12, 12),
                  row(PayloadKind::Pointer, 32, 4, 3), row(PayloadKind::Pointer, 0, 0, 0),
                  row(PayloadKind::BufferAddress, 36, 4, 0), row(PayloadKind::Pointer, 0, 0, 1),
                  row(PayloadKind::BufferAddress, 40, 4, 1), row(PayloadKind::Value, 48, 16, 4),
                  row(PayloadKind::Value, 64, 16, 2), row(PayloadKind::PrivateBase, 80, 4),
                  row(PayloadKind::BufferOffset, 84, 4, 0),
                  row(PayloadKind::BufferOffset, 88, 4, 1), row(PayloadKind::GlobalSize, 96, 12),
                  row(PayloadKind::EnqueuedLocalSize, 108, 12)));
  EXPECT_EQ(apply.cross_thread_bytes, 128U);
  EXPECT_EQ(apply.payload[2].mode, AddressMode::Local);
  EXPECT_EQ(apply.payload[2].argument_kind, ArgumentKind::Local);
  EXPECT_EQ(apply.payload[2].slm_alignment, 4U);
  EXPECT_EQ(apply.payload[3].mode, AddressMode::Stateful);
  ASSERT_EQ(apply.surfaces.size(), 2U);
  EXPECT_EQ(apply.surfaces[1].index, 1U);
  EXPECT_EQ(apply.surfaces[1].argument, 1U);
}

TEST(Zebin, HasTheArgumentsAsHostProgramsSeeThem) {
  const KernelInfo& apply = sample().kernel("apply")->info;
  EXPECT_THAT(signature(apply),
              ElementsAre("global float* in 4 at 0 restrict const", "global float* out 4 at 4",
                          "value Rule rule 16 at 8", "local float* row 4 at 24",
                          "value float4 offset 16 at 32"));
  EXPECT_EQ(apply.argument_bytes, 48U);
  EXPECT_THAT(apply.required_work_group_size, ElementsAre(16, 2, 1));
  EXPECT_EQ(apply.attributes, "reqd_work_group_size(16,2,1)");
  const KernelInfo& remember = sample().kernel("remember")->info;
  EXPECT_THAT(signature(remember), ElementsAre("global int* data 4 at 0", "value int unused 4 at 4",
                                               "constant int* table 4 at 8 const"));
  EXPECT_THAT(remember.required_work_group_size, ElementsAre(0, 0, 0));
  EXPECT_EQ(remember.attributes, "");
}

TEST(Zebin, HasCodeWithoutPadding) {
  for (const ZebinKernel& kernel : sample().kernels) {
    const std::vector<Instruction> code = decode_kernel(kernel.code.bytes);
    ASSERT_FALSE(code.empty());
    const Instruction& last = code.back();
    EXPECT_TRUE(last.message.end_of_thread) << disassemble(last);
    EXPECT_EQ(last.offset + last.size, kernel.code.bytes.size());
  }
}

TEST(Zebin, HasDataAndWhereCodeNeedsItsAddress) {
  constexpr float kWeights[8] = {0.5F, 1.5F, 2.25F, 3.125F, 4.5F, 5.5F, 6.25F, 7.125F};
  const RelocatableBytes& constants = sample().constants;
  ASSERT_EQ(constants.bytes.size(), sizeof kWeights);
  EXPECT_EQ(std::memcmp(constants.bytes.data(), kWeights, sizeof kWeights), 0);
  EXPECT_TRUE(sample().globals.bytes.empty());
  const RelocatableBytes& code = sample().kernel("apply")->code;
  ASSERT_EQ(code.relocations.size(), 1U);
  const Relocation& relocation = code.relocations[0];
  EXPECT_EQ(relocation.kind, RelocationKind::Address64);
  EXPECT_EQ(relocation.section, DataSection::Constant);
  EXPECT_EQ(relocation.target, 0U);
  // The place is the immediate of a move.
  const auto placed = apply_relocations(code, {0x80001240, 0, 0});
  for (const Instruction& each : decode_kernel(placed)) {
    if (each.offset + 8 != relocation.offset) continue;
    EXPECT_EQ(each.opcode, Opcode::Mov);
    EXPECT_EQ(each.sources[0].immediate, 0x80001240U);
    return;
  }
  ADD_FAILURE() << "no instruction has the immediate";
}

TEST(Zebin, TakesAKernelThatUsesEverything) {
  const Zebin zebin = load_zebin(file_with_info(example_info()), "x.bin");
  ASSERT_EQ(zebin.kernels.size(), 1U);
  const ZebinKernel& kernel = zebin.kernels[0];
  EXPECT_EQ(kernel.simd_size, 16U);
  EXPECT_EQ(kernel.barrier_count, 1U);
  EXPECT_EQ(kernel.scratch_bytes, 2048U);
  EXPECT_EQ(kernel.thread_private_bytes(), 128U * 16);
  EXPECT_EQ(kernel.cross_thread_register(), 4U);
  EXPECT_EQ(kernel.cross_thread_bytes, 32U);
  EXPECT_EQ(kernel.code.bytes.size(), 16U);
  // Nothing names the last argument, but the payload has it.
  EXPECT_THAT(signature(kernel.info), ElementsAre("global float* out 4 at 0 const",
                                                  "value float value 4 at 4", "local   4 at 8"));
}

TEST(Zebin, TakesAProgramWithoutKernels) {
  EXPECT_TRUE(load_zebin(file_with_info("kernels:\nversion: '1.20'\n"), "x.bin").kernels.empty());
}

TEST(Zebin, TakesTheFileOfASourceWithoutKernels) {
  ZebinBuilder builder;
  builder.add(".note.intelgt.compat", "");
  EXPECT_TRUE(load_zebin(builder.file(), "x.bin").kernels.empty());
}

/// The payload's pieces are whole dwords.
TEST(Zebin, TakesTheSizeOfAnArgumentFromItsType) {
  const Zebin zebin =
      load_zebin(file_with_info(replaced(example_info(), "'float;4'", "'uchar;1'")), "x.bin");
  EXPECT_EQ(zebin.kernels.at(0).info.arguments.at(1).size, 1U);
  EXPECT_EQ(zebin.kernels.at(0).info.arguments.at(1).type_name, "uchar");
}

TEST(Zebin, TakesAnArgumentInPieces) {
  const std::string pieces = replaced(replaced(example_info(), "type_name: 'float;4'", "x: y"),
                                      "size: 4\n        arg_index: 1",
                                      "size: 2\n        arg_index: 1\n        source_offset: 6");
  const Zebin zebin = load_zebin(file_with_info(pieces), "x.bin");
  EXPECT_EQ(zebin.kernels.at(0).info.arguments.at(1).size, 8U);
}

}  // namespace
}  // namespace lanefold::gen8
