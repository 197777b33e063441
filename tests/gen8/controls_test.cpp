// SPDX-License-Identifier: Apache-2.0
// Predicates, conditions, channels and options, with the text that iga64 1.1.0 prints.

#include <gtest/gtest.h>

#include "tests/gen8/encoding_case.h"

namespace lanefold::gen8 {
namespace {

constexpr EncodingCase kPredicates[] = {
    {"40006100e83a8020a0008d3ac0008d00", "(f0.0) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006200e83a8020a0008d3ac0008d00",
     "(f0.0.anyv) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006300e83a8020a0008d3ac0008d00",
     "(f0.0.allv) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006400e83a8020a0008d3ac0008d00",
     "(f0.0.any2h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006500e83a8020a0008d3ac0008d00",
     "(f0.0.all2h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006600e83a8020a0008d3ac0008d00",
     "(f0.0.any4h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006700e83a8020a0008d3ac0008d00",
     "(f0.0.all4h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006800e83a8020a0008d3ac0008d00",
     "(f0.0.any8h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006900e83a8020a0008d3ac0008d00",
     "(f0.0.all8h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006a00e83a8020a0008d3ac0008d00",
     "(f0.0.any16h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006b00e83a8020a0008d3ac0008d00",
     "(f0.0.all16h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006c00e83a8020a0008d3ac0008d00",
     "(f0.0.any32h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006d00e83a8020a0008d3ac0008d00",
     "(f0.0.all32h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40007100e83a8020a0008d3ac0008d00",
     "(~f0.0) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006100ec3a8020a0008d3ac0008d00",
     "(W&f0.0) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40007800ef3a8020a0008d3ac0008d00",
     "(W&~f1.1.any8h) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
};

constexpr EncodingCase kConditions[] = {
    {"40006001e93a8020a0008d3ac0008d00",
     "add (8|M0) (eq)f0.1 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006002ea3a8020a0008d3ac0008d00",
     "add (8|M0) (ne)f1.0 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006003eb3a8020a0008d3ac0008d00",
     "add (8|M0) (gt)f1.1 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006004e83a8020a0008d3ac0008d00",
     "add (8|M0) (ge)f0.0 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006005e93a8020a0008d3ac0008d00",
     "add (8|M0) (lt)f0.1 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006006ea3a8020a0008d3ac0008d00",
     "add (8|M0) (le)f1.0 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006008e83a8020a0008d3ac0008d00",
     "add (8|M0) (ov)f0.0 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006009e93a8020a0008d3ac0008d00",
     "add (8|M0) (un)f0.1 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"02006005e83a8020a0008d3ac0008d00",
     "sel (8|M0) (lt)f0.0 r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006184ea3a8020a0008d3ac0008d00",
     "(f1.0) add (8|M0) (ge)f1.0 (sat)r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
};

constexpr EncodingCase kChannels[] = {
    {"40000000e83a8020a0008d3ac0008d00", "add (1|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40002000e83a8020a0008d3ac0008d00", "add (2|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40004000e83a8020a0008d3ac0008d00", "add (4|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40006000e83a8020a0008d3ac0008d00", "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40008000e83a8020a0008d3ac0008d00", "add (16|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"4000a000e83a8020a0008d3ac0008d00", "add (32|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40084000e83a8020a0008d3ac0008d00", "add (4|M4) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40104000e83a8020a0008d3ac0008d00", "add (4|M8) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40184000e83a8020a0008d3ac0008d00", "add (4|M12) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40204000e83a8020a0008d3ac0008d00", "add (4|M16) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40284000e83a8020a0008d3ac0008d00", "add (4|M20) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40304000e83a8020a0008d3ac0008d00", "add (4|M24) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40384000e83a8020a0008d3ac0008d00", "add (4|M28) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
    {"40208000e83a8020a0008d3ac0008d00", "add (16|M16) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f"},
};

constexpr EncodingCase kOptions[] = {
    {"40026000e83a8020a0008d3ac0008d00",
     "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {NoDDClr}"},
    {"40046000e83a8020a0008d3ac0008d00",
     "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {NoDDChk}"},
    {"40406000e83a8020a0008d3ac0008d00",
     "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Atomic}"},
    {"40806000e83a8020a0008d3ac0008d00",
     "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Switch}"},
    {"40006010e83a8020a0008d3ac0008d00",
     "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {AccWrEn}"},
    {"40006040e83a8020a0008d3ac0008d00",
     "add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f {Breakpoint}"},
    {"40866050ec3a8020a0008d3ac0008d00",
     "(W) add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f "
     "{AccWrEn,Breakpoint,NoDDChk,NoDDClr,Switch}"},
    {"7e000040000000000000000000000000", "nop {Breakpoint}"},
};

TEST(Gen8Controls, HaveTheTextOfIga64ForEachPredicate) { expect_texts(kPredicates); }

TEST(Gen8Controls, HaveTheTextOfIga64ForEachCondition) { expect_texts(kConditions); }

TEST(Gen8Controls, HaveTheTextOfIga64ForChannels) { expect_texts(kChannels); }

TEST(Gen8Controls, HaveTheTextOfIga64ForOptions) { expect_texts(kOptions); }

}  // namespace
}  // namespace lanefold::gen8
