// SPDX-License-Identifier: Apache-2.0
// Messages, with the text that iga64 1.1.0 prints.

#include <gtest/gtest.h>

#include "tests/gen8/encoding_case.h"

namespace lanefold::gen8 {
namespace {

constexpr EncodingCase kMessages[] = {
    {"31006007043a0020e00f8d0610000082",
     "(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT} // wr:1+0, rd:0; spawner; end of thread"},
    {"31008003683a602360018d0604000002",
     "send (16|M0) r27:w r11:f 0x3 0x02000004 // wr:1+0, rd:0; gateway; signal barrier"},
    {"31008003683a602360018d0600000002",
     "send (16|M0) r27:w r11:f 0x3 0x02000000 // wr:1+0, rd:0; gateway; end of thread"},
    {"31008003683a602360018d0601000002",
     "send (16|M0) r27:w r11:f 0x3 0x02000001 // wr:1+0, rd:0; gateway; signal event"},
    {"31008003683a602360018d0602000002",
     "send (16|M0) r27:w r11:f 0x3 0x02000002 // wr:1+0, rd:0; gateway; monitor event"},
    {"31008003683a602360018d0603000002",
     "send (16|M0) r27:w r11:f 0x3 0x02000003 // wr:1+0, rd:0; gateway; unmonitor event"},
    {"31008003683a602360018d0605000002",
     "send (16|M0) r27:w r11:f 0x3 0x02000005 // wr:1+0, rd:0; gateway; ?"},
    {"31008003683a602360018d0606000002",
     "send (16|M0) r27:w r11:f 0x3 0x02000006 // wr:1+0, rd:0; gateway; wait for event"},
    {"31008007683a602360018d0601000002",
     "send (16|M0) r27:w r11:f 0x7 0x02000001 // wr:1+0, rd:0; spawner; ?"},
    {"3100800a683a602360018d0604401802",
     "send (16|M0) r27:w r11:f 0xA 0x02184004 // wr:1h+0, rd:1; hdc.dc0; oword aligned block read "
     "x1"},
    {"3100800a683a602360018d0604444802",
     "send (16|M0) r27:w r11:f 0xA 0x02484404 // wr:1h+0, rd:4; hdc.dc0; oword aligned block read "
     "x8"},
    {"3100800a683a602360018d0600011802",
     "send (16|M0) r27:w r11:f 0xA 0x02180100 // wr:1h+0, rd:1; hdc.dc0; oword block read x1H"},
    {"3100800a683a602360018d0600030a02",
     "send (16|M0) r27:w r11:f 0xA 0x020A0300 // wr:1h+0, rd:0; hdc.dc0; oword block write x4"},
    {"3100800a683a602360018d0600002104",
     "send (16|M0) r27:w r11:f 0xA 0x04210000 // wr:2+0, rd:2; hdc.dc0; byte gathering read 8b"},
    {"3100800a683a602360018d0602081104",
     "send (16|M0) r27:w r11:f 0xA 0x04110802 // wr:2+0, rd:1; hdc.dc0; byte gathering read 32b"},
    {"3100800a683a602360018d0603042906",
     "send (16|M0) r27:w r11:f 0xA 0x06290403 // wr:3h+0, rd:2; hdc.dc0; byte gathering read 16b"},
    {"3100800a683a602360018d06000c1902",
     "send (16|M0) r27:w r11:f 0xA 0x02190C00 // wr:1h+0, rd:1; hdc.dc0; byte gathering read"},
    {"3100800a683a602360018d0602000304",
     "send (16|M0) r27:w r11:f 0xA 0x04030002 // wr:2+0, rd:0; hdc.dc0; byte scattering write 8b"},
    {"3100800a683a602360018d0600e01902",
     "send (16|M0) r27:w r11:f 0xA 0x0219E000 // wr:1h+0, rd:1; hdc.dc0; synchronized global fence "
     "flushing"},
    {"3100800a683a602360018d0600c01902",
     "send (16|M0) r27:w r11:f 0xA 0x0219C000 // wr:1h+0, rd:1; hdc.dc0; global fence flushing"},
    {"3100800a683a602360018d06fee01902",
     "send (16|M0) r27:w r11:f 0xA 0x0219E0FE // wr:1h+0, rd:1; hdc.dc0; synchronized SLM fence"},
    {"3100800a683a602360018d0621001c02",
     "send (16|M0) r27:w r11:f 0xA 0x021C0021 // wr:1h+0, rd:1; hdc.dc0; hword scratch block read "
     "x1"},
    {"3100800a683a602360018d0660204c02",
     "send (16|M0) r27:w r11:f 0xA 0x024C2060 // wr:1h+0, rd:4; hdc.dc0; hword scratch block read "
     "x4"},
    {"3100800a683a602360018d0620100f06",
     "send (16|M0) r27:w r11:f 0xA 0x060F1020 // wr:3h+0, rd:0; hdc.dc0; hword scratch block write "
     "x2"},
    {"3100800a683a602360018d0620300f0a",
     "send (16|M0) r27:w r11:f 0xA 0x0A0F3020 // wr:5h+0, rd:0; hdc.dc0; hword scratch block write "
     "x8"},
    {"3100800c683a602360018d06025e2004",
     "send (16|M0) r27:w r11:f 0xC 0x04205E02 // wr:2+0, rd:2; hdc.dc1; untyped surface read with "
     "x"},
    {"3100800c683a602360018d0602508004",
     "send (16|M0) r27:w r11:f 0xC 0x04805002 // wr:2+0, rd:8; hdc.dc1; untyped surface read with "
     "xyzw"},
    {"3100800c683a602360018d06016f1002",
     "send (16|M0) r27:w r11:f 0xC 0x02106F01 // wr:1+0, rd:1; hdc.dc1; untyped surface read with"},
    {"3100800c683a602360018d06ff5e0a0a",
     "send (16|M0) r27:w r11:f 0xC 0x0A0A5EFF // wr:5h+0, rd:0; hdc.dc1; untyped surface write "
     "with x"},
    {"3100800c683a602360018d06fe6e0204",
     "send (16|M0) r27:w r11:f 0xC 0x04026EFE // wr:2+0, rd:0; hdc.dc1; untyped surface write with "
     "x"},
    {"3100800c683a602360018d06ff87080a",
     "send (16|M0) r27:w r11:f 0xC 0x0A0887FF // wr:5h+0, rd:0; hdc.dc1; untyped atomic int32 "
     "integer add"},
    {"3100800c683a602360018d0601850004",
     "send (16|M0) r27:w r11:f 0xC 0x04008501 // wr:2+0, rd:0; hdc.dc1; untyped atomic int32 "
     "integer increment"},
    {"3100800c683a602360018d0601ae0006",
     "send (16|M0) r27:w r11:f 0xC 0x0600AE01 // wr:3+0, rd:0; hdc.dc1; untyped atomic int32 "
     "integer compare and swap"},
    {"3100800c683a602360018d06ff001404",
     "send (16|M0) r27:w r11:f 0xC 0x041400FF // wr:2+0, rd:1; hdc.dc1; a64 byte gathering read "
     "8b"},
    {"3100800c683a602360018d06ff041404",
     "send (16|M0) r27:w r11:f 0xC 0x041404FF // wr:2+0, rd:1; hdc.dc1; a64 byte gathering read "
     "16b"},
    {"3100800c683a602360018d06ff081404",
     "send (16|M0) r27:w r11:f 0xC 0x041408FF // wr:2+0, rd:1; hdc.dc1; a64 byte gathering read "
     "32b"},
    {"3100800c683a602360018d06ff800606",
     "send (16|M0) r27:w r11:f 0xC 0x060680FF // wr:3+0, rd:0; hdc.dc1; a64 byte scattering write "
     "8b"},
    {"3100800c683a602360018d06025e2404",
     "send (16|M0) r27:w r11:f 0xC 0x04245E02 // wr:2+0, rd:2; hdc.dc1; a64 untyped surface read "
     "with x"},
    {"3100800c683a602360018d06025e2604",
     "send (16|M0) r27:w r11:f 0xC 0x04265E02 // wr:2+0, rd:2; hdc.dc1; a64 untyped surface write "
     "with x"},
    {"3100800c683a602360018d06ffa70404",
     "send (16|M0) r27:w r11:f 0xC 0x0404A7FF // wr:2+0, rd:0; hdc.dc1; untyped a64 atomic int32 "
     "integer add"},
    {"3100800c683a602360018d06ffb70404",
     "send (16|M0) r27:w r11:f 0xC 0x0404B7FF // wr:2+0, rd:0; hdc.dc1; untyped a64 atomic int64 "
     "integer add"},
    {"3100800c683a602360018d0601000002",
     "send (16|M0) r27:w r11:f 0xC 0x02000001 // wr:1+0, rd:0; hdc.dc1; ?"},
    {"31008000683a602360018d0600c01002",
     "send (16|M0) r27:w r11:f 0x0 0x0210C000 // wr:1+0, rd:1; null; ?"},
    {"31008004683a602360018d0600c01002",
     "send (16|M0) r27:w r11:f 0x4 0x0210C000 // wr:1+0, rd:1; sampler; ?"},
    {"31008006683a602360018d0600c01002",
     "send (16|M0) r27:w r11:f 0x6 0x0210C000 // wr:1+0, rd:1; hdc.urb; ?"},
    {"31008008683a602360018d0600c01002",
     "send (16|M0) r27:w r11:f 0x8 0x0210C000 // wr:1+0, rd:1; vme; ?"},
    {"3100800b683a602360018d0600c01002",
     "send (16|M0) r27:w r11:f 0xB 0x0210C000 // wr:1+0, rd:1; pi; ?"},
    {"3100800d683a602360018d0600c01002",
     "send (16|M0) r27:w r11:f 0xD 0x0210C000 // wr:1+0, rd:1; cre; ?"},
    {"3100000a0c3a40232002000602081904",
     "(W) send (1|M0) r26 r17:f 0xA 0x04190802 // wr:2h+0, rd:1; hdc.dc0; byte gathering read 32b"},
    {"3100800c603a002080048d06ff500a16",
     "send (16|M0) null:w r36:f 0xC 0x160A50FF // wr:11h+0, rd:0; hdc.dc1; untyped surface write "
     "with xyzw"},
    {"3100814c6c3a602360018d06025e2004",
     "(W&f0.0) send (16|M0) r27:w r11:f 0xC 0x04205E02 {Breakpoint} // wr:2+0, rd:2; hdc.dc1; "
     "untyped surface read with x"},
};

TEST(Gen8Messages, HaveTheTextOfIga64) { expect_texts(kMessages); }

TEST(Gen8Messages, HaveAQuestionMarkWithoutAName) {
  const std::string text = text_of("3100800a683a602360018d0600c11902");
  EXPECT_EQ(text, "send (16|M0) r27:w r11:f 0xA 0x0219C100 // wr:1h+0, rd:1; hdc.dc0; ?");
}

TEST(Gen8Messages, HaveTheFieldsOfTheirDescriptor) {
  const Message message = decode(code_of("3100800c603a0020a0038d06ff87088a"), 0).message;
  EXPECT_EQ(message.function, SharedFunction::DataPort1);
  EXPECT_EQ(message.descriptor, 0x0a0887ffU);
  EXPECT_EQ(message.surface(), 255U);
  EXPECT_EQ(message.control(), 7U);
  EXPECT_EQ(message.type(), 2U);
  EXPECT_TRUE(message.has_header());
  EXPECT_EQ(message.response_registers(), 0U);
  EXPECT_EQ(message.payload_registers(), 5U);
  EXPECT_TRUE(message.end_of_thread);
  EXPECT_EQ(message.extended_descriptor(), 0x2cU);
}

}  // namespace
}  // namespace lanefold::gen8
