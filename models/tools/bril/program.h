// SPDX-License-Identifier: Apache-2.0
// Bril, the Big Red Intermediate Language of Cornell's CS 6120: its core language, and the vectors
// and predicates of "SIMD Divergence Optimizations" (section ISA).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/bril/type.h"

namespace lanefold::bril {

constexpr unsigned kLanes = 4;  ///< of a vector

enum class Op : std::uint8_t {
  Label,
  Const,
  Id,
  Phi,
  Get,
  Set,
  Undef,
  Call,
  Jump,
  Branch,
  Return,
  Print,
  Nop,
  Speculate,
  Commit,
  Guard,
  Add,
  Sub,
  Mul,
  Div,
  Equal,
  Less,
  Greater,
  LessEqual,
  GreaterEqual,
  Not,
  And,
  Or,
  LoadWord,
  StoreWord,
  Alloc,
  Free,
  Load,
  Store,
  PointerAdd,
  FloatAdd,
  FloatSub,
  FloatMul,
  FloatDiv,
  FloatEqual,
  FloatLess,
  FloatGreater,
  FloatLessEqual,
  FloatGreaterEqual,
  CharEqual,
  CharLess,
  CharGreater,
  CharLessEqual,
  CharGreaterEqual,
  CharToInt,
  IntToChar,
  Bitcast,
  FloatToBits,
  BitsToFloat,
  VectorAdd,
  VectorSub,
  VectorMul,
  VectorDiv,
  Pack,
  Broadcast,
  Extract,
  Gather,
  Scatter,
  VectorLoad,
  VectorStore,
  VectorCompare,
  Select,
};

/// A place in the text, counted from 1; 0 where a program has no text.
struct Place {
  unsigned line = 0;
  unsigned column = 0;
};

/// In which lanes an instruction takes place. In the others its result is 0 or false.
struct Predicate {
  unsigned variable = 0;
  bool negated = false;
};
inline bool operator==(const Predicate& a, const Predicate& b) {
  return a.variable == b.variable && a.negated == b.negated;
}

struct Instruction {
  Op op = Op::Nop;
  std::optional<unsigned> result;  ///< a variable of the function
  std::optional<Predicate> predicate;
  std::vector<unsigned> arguments;  ///< variables
  std::optional<unsigned> shadow;   ///< of a set: the variable whose shadow it writes
  /// Targets; of a phi, where each argument comes from; of a label, its name. Without dots.
  std::vector<std::string> labels;
  std::string function;    ///< of a call
  std::int64_t value = 0;  ///< of a constant, as in lane 0 of a value
  Type constant;           ///< its type, also where the result may be of any type
  std::string digits;      ///< of a float constant that is written as a whole number (floats.h)
  bool implied = false;    ///< of a broadcast that the program does not say (scalar_operands.h)
  Place place;
};

/// The first argument of a set is no variable that it reads.
inline void take_shadow(Instruction& instruction) {
  if (instruction.op != Op::Set || instruction.arguments.empty()) return;
  instruction.shadow = instruction.arguments.front();
  instruction.arguments.erase(instruction.arguments.begin());
}

/// Calls `visit` with each variable that an instruction reads, its predicate included.
template <class AnInstruction, class Visit>
void for_each_use(AnInstruction& instruction, const Visit& visit) {
  for (auto& argument : instruction.arguments) visit(argument);
  if (instruction.predicate) visit(instruction.predicate->variable);
}

struct Variable {
  std::string name;
  Type type = Type::None;  ///< None if nothing declares it
};

/// Variables are numbers within their function.
struct Function {
  std::string name;
  std::vector<unsigned> parameters;
  Type type = Type::None;  ///< of what it returns
  std::vector<Variable> variables;
  std::unordered_map<std::string, unsigned> numbers;   ///< of the variables, by name
  std::unordered_map<std::string, unsigned> suffixes;  ///< by name: the last one that fresh() took
  std::vector<Instruction> body;
  std::string file;  ///< as messages call it; empty for functions that were made here
  Place place;

  const std::string& name_of(unsigned variable) const { return variables[variable].name; }
  Type type_of(unsigned variable) const { return variables[variable].type; }
  /// The number of the variable with this name, which may be new.
  unsigned variable(const std::string& name);
  /// Gives a variable its type. Returns what is wrong if it has another one already, else nothing.
  std::optional<std::string> declare(unsigned variable, Type type);
  /// A new variable with this name, or one like it that is not taken.
  unsigned fresh(const std::string& name, Type type);
};

struct ImportedFunction {
  std::string name;   ///< in the other file
  std::string alias;  ///< here; empty if that is the same
  const std::string& local_name() const { return alias.empty() ? name : alias; }
};

/// Functions of another file.
struct Import {
  std::string path;
  std::vector<ImportedFunction> functions;
  Place place;
};

struct Program {
  std::string file;  ///< as messages call it; empty for programs that were made here
  std::vector<Import> imports;
  std::vector<Function> functions;

  /// nullptr if there is none of this name.
  const Function* find(const std::string& name) const;
};

/// The program with `change` of each function in its place.
template <class Change>
Program with_functions(const Program& program, const Change& change) {
  Program changed{program.file, program.imports, {}};
  for (const Function& function : program.functions) changed.functions.push_back(change(function));
  return changed;
}

}  // namespace lanefold::bril
