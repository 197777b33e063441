// SPDX-License-Identifier: Apache-2.0
// What each Bril operation takes and gives.
#include "tools/bril/operations.h"

#include <algorithm>

namespace lanefold::bril {
namespace {

constexpr Type::Kind kInt = Type::Int;
constexpr Type::Kind kBool = Type::Bool;
constexpr Type::Kind kVector = Type::Vector;
constexpr Type::Kind kPred = Type::Pred;
constexpr Type::Kind kFloat = Type::Float;
constexpr Type::Kind kChar = Type::Char;
constexpr bool kSpecial = true;
constexpr bool kPredicated = true;

// In the order of Op.
const std::vector<Operation>& operations() {
  static const std::vector<Operation> kOperations{
      {Op::Label, "label", {}, Type::None, kSpecial},
      {Op::Const, "const", {}, Type::None, kSpecial},
      {Op::Id, "id", {}, Type::None, kSpecial},
      {Op::Phi, "phi", {}, Type::None, kSpecial},
      {Op::Get, "get", {}, Type::None, kSpecial},
      {Op::Set, "set", {}, Type::None, kSpecial},
      {Op::Undef, "undef", {}, Type::None, kSpecial},
      {Op::Call, "call", {}, Type::None, kSpecial},
      {Op::Jump, "jmp", {}, Type::None},
      {Op::Branch, "br", {kBool}, Type::None},
      {Op::Return, "ret", {}, Type::None, kSpecial},
      {Op::Print, "print", {}, Type::None, kSpecial},
      {Op::Nop, "nop", {}, Type::None},
      {Op::Speculate, "speculate", {}, Type::None},
      {Op::Commit, "commit", {}, Type::None},
      {Op::Guard, "guard", {kBool}, Type::None},
      {Op::Add, "add", {kInt, kInt}, kInt},
      {Op::Sub, "sub", {kInt, kInt}, kInt},
      {Op::Mul, "mul", {kInt, kInt}, kInt},
      {Op::Div, "div", {kInt, kInt}, kInt},
      {Op::Equal, "eq", {kInt, kInt}, kBool},
      {Op::Less, "lt", {kInt, kInt}, kBool},
      {Op::Greater, "gt", {kInt, kInt}, kBool},
      {Op::LessEqual, "le", {kInt, kInt}, kBool},
      {Op::GreaterEqual, "ge", {kInt, kInt}, kBool},
      {Op::Not, "not", {kBool}, kBool},
      {Op::And, "and", {kBool, kBool}, kBool},
      {Op::Or, "or", {kBool, kBool}, kBool},
      {Op::LoadWord, "lw", {kInt}, kInt},
      {Op::StoreWord, "sw", {kInt, kInt}, Type::None},
      {Op::Alloc, "alloc", {}, Type::None, kSpecial},
      {Op::Free, "free", {}, Type::None, kSpecial},
      {Op::Load, "load", {}, Type::None, kSpecial},
      {Op::Store, "store", {}, Type::None, kSpecial},
      {Op::PointerAdd, "ptradd", {}, Type::None, kSpecial},
      {Op::FloatAdd, "fadd", {kFloat, kFloat}, kFloat},
      {Op::FloatSub, "fsub", {kFloat, kFloat}, kFloat},
      {Op::FloatMul, "fmul", {kFloat, kFloat}, kFloat},
      {Op::FloatDiv, "fdiv", {kFloat, kFloat}, kFloat},
      {Op::FloatEqual, "feq", {kFloat, kFloat}, kBool},
      {Op::FloatLess, "flt", {kFloat, kFloat}, kBool},
      {Op::FloatGreater, "fgt", {kFloat, kFloat}, kBool},
      {Op::FloatLessEqual, "fle", {kFloat, kFloat}, kBool},
      {Op::FloatGreaterEqual, "fge", {kFloat, kFloat}, kBool},
      {Op::CharEqual, "ceq", {kChar, kChar}, kBool},
      {Op::CharLess, "clt", {kChar, kChar}, kBool},
      {Op::CharGreater, "cgt", {kChar, kChar}, kBool},
      {Op::CharLessEqual, "cle", {kChar, kChar}, kBool},
      {Op::CharGreaterEqual, "cge", {kChar, kChar}, kBool},
      {Op::CharToInt, "char2int", {kChar}, kInt},
      {Op::IntToChar, "int2char", {kInt}, kChar},
      {Op::Bitcast, "bitcast", {}, Type::None, kSpecial},
      {Op::FloatToBits, "float2bits", {kFloat}, kInt},
      {Op::BitsToFloat, "bits2float", {kInt}, kFloat},
      {Op::VectorAdd, "vadd", {kVector, kVector}, kVector, false, kPredicated, Op::Add},
      {Op::VectorSub, "vsub", {kVector, kVector}, kVector, false, kPredicated, Op::Sub},
      {Op::VectorMul, "vmul", {kVector, kVector}, kVector, false, kPredicated, Op::Mul},
      {Op::VectorDiv, "vdiv", {kVector, kVector}, kVector, false, kPredicated, Op::Div},
      {Op::Pack, "s2v", {kInt, kInt, kInt, kInt}, kVector, false, kPredicated, Op::Id},
      {Op::Broadcast, "s2vb", {kInt}, kVector, false, kPredicated, Op::Id},
      {Op::Extract, "v2s", {kVector, kInt}, kInt, false, false, Op::Id},
      {Op::Gather, "gather", {kVector}, kVector, false, kPredicated, Op::LoadWord},
      {Op::Scatter, "scatter", {kVector, kVector}, Type::None, false, kPredicated, Op::StoreWord},
      {Op::VectorLoad, "vload", {kInt}, kVector, false, kPredicated},
      {Op::VectorStore, "vstore", {kVector, kInt}, Type::None, false, kPredicated},
      {Op::VectorCompare, "vcmp", {kVector, kVector}, kPred, false, kPredicated},
      {Op::Select, "vphi", {kPred, kVector, kVector}, kVector, false, kPredicated},
  };
  return kOperations;
}

}  // namespace

const Operation& operation(Op op) { return operations()[static_cast<std::size_t>(op)]; }

const Operation* find_operation(const std::string& name) {
  const auto& all = operations();
  const auto found = std::find_if(all.begin() + 1, all.end(),
                                  [&](const Operation& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const std::vector<std::string>& operation_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Operation& one : operations()) {
      if (one.op != Op::Label) names.emplace_back(one.name);
    }
    return names;
  }();
  return kNames;
}

bool takes_all_lanes(const Function& function, const Instruction& instruction) {
  const Op op = instruction.op;
  if (op == Op::Load) return function.type_of(*instruction.result) == Type::Vector;
  if (op == Op::Store) return function.type_of(instruction.arguments[1]) == Type::Vector;
  return operation(op).predicated && op != Op::Broadcast;
}

}  // namespace lanefold::bril
