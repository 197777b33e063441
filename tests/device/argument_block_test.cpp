// SPDX-License-Identifier: Apache-2.0
// How arguments lie in memory, and which of them a launch refuses.
#include "machine/device/argument_block.h"

#include <gtest/gtest.h>

#include <cstring>

#include "lanefold/image_descriptor.h"
#include "lanefold/memory_map.h"
#include "machine/device/launch_checks.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

class ArgumentLayout : public ::testing::Test {
 protected:
  ArgumentLayout() {
    kernel_.name = "k";
    kernel_.argument_bytes = 16;
    kernel_.arguments = {{"out", "int*", ArgumentKind::Global, 4, 0, ""},
                         {"a", "int*", ArgumentKind::Local, 4, 4, ""},
                         {"b", "int*", ArgumentKind::Local, 4, 8, ""},
                         {"n", "int", ArgumentKind::Value, 4, 12, ""}};
    machine_.local_memory.bytes = 1024;
  }

  ArgumentBlock laid_out(const std::vector<ArgumentValue>& arguments, std::uint32_t own = 0) {
    kernel_.local_bytes = own;
    return lay_out_arguments(kernel_, arguments, memory_, machine_);
  }
  std::string refused(const std::vector<ArgumentValue>& arguments, std::uint32_t own = 0) {
    return refusal(ErrorKind::Launch, [&] { laid_out(arguments, own); });
  }

  KernelInfo kernel_;
  MachineConfig machine_;
  GlobalMemory memory_{1U << 20, 0};
  Buffer buffer_ = memory_.allocate(64, true);
};

TEST_F(ArgumentLayout, PutsEachArgumentAtItsOffsetAndLocalOnesBehindOneAnother) {
  const ArgumentBlock block = laid_out({buffer_, LocalBytes{4}, LocalBytes{200}, argument(7)}, 130);
  std::uint32_t words[4];
  ASSERT_EQ(block.bytes.size(), sizeof words);
  std::memcpy(words, block.bytes.data(), sizeof words);
  EXPECT_EQ(words[0], buffer_.address);
  EXPECT_EQ(words[1], kLocalBase + 256) << "130 bytes are the kernel's own";
  EXPECT_EQ(words[2], kLocalBase + 384);
  EXPECT_EQ(words[3], 7U);
  EXPECT_EQ(block.local_bytes, 384U + 200U);
}

TEST_F(ArgumentLayout, PutsTheAddressOfAnImagesDescriptorAndTheBitsOfASampler) {
  kernel_.arguments = {{"image", "image2d_t", ArgumentKind::Image, 4, 0, "read_only"},
                       {"sampler", "sampler_t", ArgumentKind::Sampler, 4, 8, ""}};
  const ArgumentBlock block = laid_out({buffer_, argument(SamplerBits::kLinear)});
  std::uint32_t words[4];
  std::memcpy(words, block.bytes.data(), sizeof words);
  EXPECT_EQ(words[0], buffer_.address);
  EXPECT_EQ(words[2], 0x20U);
  EXPECT_EQ(refused({Buffer{buffer_.address, 16}, argument(0)}),
            "kernel k: argument 0 (image2d_t image) takes an image (a buffer with its "
            "descriptor), not a buffer");
  EXPECT_EQ(refused({buffer_, buffer_}),
            "kernel k: argument 1 (sampler_t sampler) takes a sampler (a value of 4 bytes), not a "
            "buffer");
}

TEST_F(ArgumentLayout, RejectsArgumentsOfTheWrongKind) {
  EXPECT_EQ(refused({}), "kernel k: 0 arguments given; it takes 4");
  EXPECT_EQ(refused({LocalBytes{4}, LocalBytes{4}, LocalBytes{4}, argument(7)}),
            "kernel k: argument 0 (int* out) takes a buffer, not a size of local memory");
  EXPECT_EQ(refused({buffer_, LocalBytes{4}, LocalBytes{4}, argument(7.0)}),
            "kernel k: argument 3 (int n) takes a value of 4 bytes, not a value of 8 bytes");
  EXPECT_EQ(refused({buffer_, LocalBytes{4}, LocalBytes{4}, argument(7)}, 1000),
            "kernel k: needs 1028 bytes of local memory; the machine has 1024 "
            "(local_memory.bytes)");
}

TEST_F(ArgumentLayout, RefusesABufferThatDoesNotExist) {
  memory_.release(buffer_);
  EXPECT_EQ(refused({buffer_, LocalBytes{4}, LocalBytes{4}, argument(7)}).substr(0, 54),
            "kernel k: argument 0 (int* out) is a buffer of 64 byte");
}

}  // namespace
}  // namespace lanefold
