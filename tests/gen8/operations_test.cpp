// SPDX-License-Identifier: Apache-2.0
// Every opcode and math function, with the text that iga64 1.1.0 prints.

#include <gtest/gtest.h>

#include <set>

#include "tests/gen8/encoding_case.h"

namespace lanefold::gen8 {
namespace {

constexpr EncodingCase kOperations[] = {
    {"01006000e83a8020a0008d0000000000", "mov (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"04006000e83a8020a0008d0000000000", "not (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"17006000e83a8020a0008d0000000000", "bfrev (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"43006000e83a8020a0008d0000000000", "frc (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"44006000e83a8020a0008d0000000000", "rndu (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"45006000e83a8020a0008d0000000000", "rndd (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"46006000e83a8020a0008d0000000000", "rnde (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"47006000e83a8020a0008d0000000000", "rndz (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"4a006000e83a8020a0008d0000000000", "lzd (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"4b006000e83a8020a0008d0000000000", "fbh (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"4c006000e83a8020a0008d0000000000", "fbl (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"4d006000e83a8020a0008d0000000000", "cbit (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"02006000e83a8020a0008d3ac0008d00", "sel (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"05006000e83a8020a0008d3ac0008d00", "and (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"06006000e83a8020a0008d3ac0008d00", "or (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"07006000e83a8020a0008d3ac0008d00", "xor (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"08006000e83a8020a0008d3ac0008d00", "shr (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"09006000e83a8020a0008d3ac0008d00", "shl (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"0a006000e83a8020a0008d3ac0008d00", "smov (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"0c006000e83a8020a0008d3ac0008d00", "asr (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"10006000e83a8020a0008d3ac0008d00", "cmp (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"11006000e83a8020a0008d3ac0008d00", "cmpn (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"19006000e83a8020a0008d3ac0008d00", "bfi1 (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006000e83a8020a0008d3ac0008d00", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"41006000e83a8020a0008d3ac0008d00", "mul (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"42006000e83a8020a0008d3ac0008d00", "avg (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"48006000e83a8020a0008d3ac0008d00", "mac (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"49006000e83a8020a0008d3ac0008d00", "mach (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"4e006000e83a8020a0008d3ac0008d00", "addc (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"4f006000e83a8020a0008d3ac0008d00", "subb (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"1201600000001e04c85100390c20c701", "csel (8|M0) r4.0<1>:f r5.0<2;1>:f r6.0<2;1>:f r7.0<1>:f"},
    {"1801600000001e04c85100390c20c701", "bfe (8|M0) r4.0<1>:f r5.0<2;1>:f r6.0<2;1>:f r7.0<1>:f"},
    {"1a01600000001e04c85100390c20c701", "bfi2 (8|M0) r4.0<1>:f r5.0<2;1>:f r6.0<2;1>:f r7.0<1>:f"},
    {"5b01600000001e04c85100390c20c701", "mad (8|M0) r4.0<1>:f r5.0<2;1>:f r6.0<2;1>:f r7.0<1>:f"},
    {"5c01600000001e04c85100390c20c701", "lrp (8|M0) r4.0<1>:f r5.0<2;1>:f r6.0<2;1>:f r7.0<1>:f"},
    {"5d01400000d902041050c0000c20c001",
     "madm (4|M0) r4.mme1:df r5.nomme:df -r6.mme3:df r7.mme4:df"},
    {"00000000000000000000000000000000", "illegal"},
    {"7e000000000000000000000000000000", "nop"},
    {"30000000040000320012000000000000", "(W) wait n0.0<0;1,0>:ud"},
    {"3100800c683a602360018d06025e2004",
     "send (16|M0) r27:w r11:f 0xC 0x04205E02 // wr:2+0, rd:2; hdc.dc1; untyped surface read with "
     "x"},
    {"3200800c683a602360018d06025e2004",
     "sendc (16|M0) r27:w r11:f 0xC 0x04205E02 // wr:2+0, rd:2; hdc.dc1; untyped surface read with "
     "x"},
};

constexpr EncodingCase kMathFunctions[] = {
    {"38006001e83a8020a0008d3ac0008d00", "math.inv (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"38006002e83a8020a0008d3ac0008d00", "math.log (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"38006003e83a8020a0008d3ac0008d00", "math.exp (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"38006004e83a8020a0008d3ac0008d00", "math.sqt (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"38006005e83a8020a0008d3ac0008d00", "math.rsqt (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"38006006e83a8020a0008d3ac0008d00", "math.sin (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"38006007e83a8020a0008d3ac0008d00", "math.cos (8|M0) r4.0<1>:f r5.0<8;8,1>:f"},
    {"38006009e83a8020a0008d3ac0008d00", "math.fdiv (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"3800600ae83a8020a0008d3ac0008d00", "math.pow (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"3800600be83a8020a0008d3ac0008d00", "math.idiv (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"3800600ce83a8020a0008d3ac0008d00", "math.iqot (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"3800600de83a8020a0008d3ac0008d00", "math.irem (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"3801600ee83a8100a200603ac3006000", "math.invm (8|M0) (eo)f0.0 r4.mme1:f r5.mme2:f r6.mme3:f"},
    {"3801600fe83a8100a200603ac3006000", "math.rsqtm (8|M0) (eo)f0.0 r4.mme1:f r5.mme2:f"},
    {"3801600eeb3a8800a240603ac3006000",
     "math.invm (8|M0) (eo)f1.1 r4.nomme:f -r5.mme2:f r6.mme3:f"},
};

// Targets are within a kernel of nops.
constexpr EncodingCase kBranches[] = {
    {"22008100000000002000000010000000", "(f0.0) if (16|M0) 16 32"},
    {"2200b100020000002000000010000000", "(~f1.0) if (32|M0) 16 32"},
    {"22008110010000003000000020000000", "(f0.1) if.b (16|M0) 32 48"},
    {"24008000000000002000000020000000", "else (16|M0) 32 32"},
    {"24008010000000002000000020000000", "else.b (16|M0) 32 32"},
    {"25008000000000000000000010000000", "endif (16|M0) 16"},
    {"270081000000000000000000d0ffffff", "(f0.0) while (16|M0) -48"},
    {"270071000300000000000000d0ffffff", "(~f1.1) while (8|M0) -48"},
    {"28008100000000002000000010000000", "(f0.0) break (16|M0) 16 32"},
    {"29008000000000002000000010000000", "cont (16|M0) 16 32"},
    {"2a009300020000003000000020000000", "(~f1.0.allv) halt (16|M0) 32 48"},
    {"2e009100000000003000000010000000", "(~f0.0) goto (16|M0) 16 48"},
    {"2e00811001000000e0ffffff10000000", "(f0.1) goto.b (16|M0) 16 -32"},
    {"2f008000000000000000000010000000", "join (16|M0) 16"},
    {"2c0060000800e02f0000490e20000000", "call (8|M0) r127.0:ud 32"},
    {"2d00600000020020e00f450000000000", "ret (8|M0) r127.0:ud"},
    {"2f008100040000000000000000000000", "(W&f0.0) join (16|M0) 0"},
    {"20000000040000000000000e10000000", "(W) jmpi 32"},
    {"20000100040000000000000ed0ffffff", "(W&f0.0) jmpi -32"},
    {"20001100070000000000000e20000000", "(W&~f1.1) jmpi 48"},
};

TEST(Gen8Operations, HaveTheTextOfIga64) { expect_texts(kOperations); }

TEST(Gen8Operations, HaveTheTextOfIga64ForEachMathFunction) { expect_texts(kMathFunctions); }

TEST(Gen8Operations, HaveTheTextOfIga64ForBranches) { expect_texts(kBranches); }

TEST(Gen8Operations, AreAllInTheTables) {
  std::set<Opcode> missing;
  for (const OpcodeInfo& row : kOpcodeRows) {
    missing.insert(row.opcode);
  }
  for (const EncodingCase& example : kOperations) {
    missing.erase(decode(code_of(example.bytes), 0).opcode);
  }
  for (const EncodingCase& example : kBranches) {
    missing.erase(decode(code_of(example.bytes), 0).opcode);
  }
  missing.erase(Opcode::Math);
  for (const Opcode opcode : missing) {
    ADD_FAILURE() << opcode_info(opcode).text;
  }
}

}  // namespace
}  // namespace lanefold::gen8
