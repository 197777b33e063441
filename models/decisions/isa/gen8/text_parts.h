// SPDX-License-Identifier: Apache-2.0
// Parts of an instruction's text.
#pragma once

#include <string>

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

/// A destination, for instance "r4.0<1>:f".
std::string destination_text(const Operand& operand);

/// A source of an instruction with up to two, for instance "-r5.0<8;8,1>:f" or "0x10:uw".
std::string source_text(const Operand& operand);

/// Source `index` of an instruction with three, for instance "r5.0<2;1>:f".
std::string ternary_source_text(const Operand& operand, unsigned index);

/// What send writes or takes: whole registers, with types other than ud.
std::string payload_text(const Operand& operand);

/// Where a call keeps its return address, for instance "r1.0:ud".
std::string return_address_text(const Operand& operand);

/// An immediate with its type.
std::string immediate_text(const Operand& operand);

/// What a message is about, for instance "wr:2+0, rd:2; hdc.dc1; untyped surface read with x". A
/// message that this decoder does not name has a question mark behind its shared function.
std::string message_text(const Message& message);

/// "ud", "f", …
const char* type_text(DataType type);

}  // namespace lanefold::gen8
