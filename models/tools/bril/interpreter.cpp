// SPDX-License-Identifier: Apache-2.0
// Runs Bril programs.
#include "tools/bril/interpreter.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/text.h"
#include "tools/bril/text_form.h"
#include "tools/bril/tokens.h"
#include "tools/bril/values.h"

namespace lanefold::bril {
namespace {

constexpr std::size_t kDeepest = 10'000;  // calls

/// The value of a variable, if it has one.
struct Value {
  bool present = false;
  Lanes lanes{};
};

/// A function, with the positions of its labels.
struct Code {
  const Function* function = nullptr;
  std::unordered_map<std::string, std::size_t> labels;
};

struct Frame {
  const Code* code = nullptr;
  std::size_t next = 0;
  std::vector<Value> values;
  const std::string* block = nullptr;     ///< whose label was passed last
  const std::string* previous = nullptr;  ///< and before that
  std::optional<unsigned> result;         ///< where the caller wants its value
};

class Interpreter {
 public:
  Interpreter(const Program& program, const RunOptions& options, const Printer& print)
      : program_(program), options_(options), print_(print), memory_(options.words) {
    if (options.filled) std::iota(memory_.begin(), memory_.end(), std::int64_t{0});
    for (const Function& function : program.functions) {
      Code& code = codes_[function.name];
      code.function = &function;
      for (std::size_t i = 0; i < function.body.size(); ++i) {
        if (function.body[i].op == Op::Label) code.labels[function.body[i].labels.front()] = i;
      }
    }
  }

  RunCounts run(const std::vector<std::string>& arguments) {
    const auto main = codes_.find("main");
    if (main == codes_.end()) {
      throw error_at(program_.file, {}, "there is no function 'main' to begin with");
    }
    frames_.push_back(frame_of(main->second));
    take_arguments(arguments);
    while (!frames_.empty()) step();
    return counts_;
  }

 private:
  static Frame frame_of(const Code& code) {
    Frame frame;
    frame.code = &code;
    frame.values.resize(code.function->variables.size());
    return frame;
  }

  void take_arguments(const std::vector<std::string>& arguments) {
    const Function& main = *frames_.back().code->function;
    if (arguments.size() != main.parameters.size()) {
      const std::size_t count = main.parameters.size();
      throw Error(ErrorKind::Usage, program_.file + ": main takes " + std::to_string(count) +
                                        (count == 1 ? " argument" : " arguments") + ", not " +
                                        std::to_string(arguments.size()));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const unsigned parameter = main.parameters[i];
      const std::optional<Lanes> lanes = parse_value(main.type_of(parameter), arguments[i]);
      if (!lanes) {
        throw Error(ErrorKind::Usage, in_quotes(arguments[i]) + " is no argument for parameter '" +
                                          main.name_of(parameter) + "' of main, which takes " +
                                          values_of(main.type_of(parameter)));
      }
      frames_.back().values[parameter] = {true, *lanes};
    }
  }

  [[noreturn]] void refuse(const Instruction& instruction, const std::string& what,
                           ErrorKind kind = ErrorKind::Program) const {
    const std::string text = text_of(*frames_.back().code->function, instruction);
    throw error_at(program_.file, instruction.place, in_quotes(text) + ": " + what, kind);
  }

  void step() {
    Frame& frame = frames_.back();
    if (frame.next == frame.code->function->body.size()) return end(*frame.code->function);
    const Instruction& instruction = frame.code->function->body[frame.next];
    if (instruction.op == Op::Label) {
      frame.previous = frame.block;
      frame.block = &instruction.labels.front();
      ++frame.next;
      return;
    }
    if (counts_.instructions >= options_.instructions) {  // phis of a block count together
      refuse(instruction,
             "the program has not ended after " + std::to_string(options_.instructions) +
                 " instructions",
             ErrorKind::NoProgress);
    }
    ++counts_.instructions;
    counts_.ops.count(instruction.op);
    if (instruction.op == Op::Phi) return choose();
    ++frame.next;
    carry_out(instruction);
  }

  const Value& value_of(const Instruction& instruction, unsigned variable) const {
    const Value& value = frames_.back().values[variable];
    if (!value.present) {
      refuse(instruction, "variable '" + frames_.back().code->function->name_of(variable) +
                              "' has no value here");
    }
    return value;
  }
  const Lanes& lanes(const Instruction& instruction, std::size_t argument) const {
    return value_of(instruction, instruction.arguments[argument]).lanes;
  }
  std::int64_t scalar(const Instruction& instruction, std::size_t argument) const {
    return lanes(instruction, argument)[0];
  }
  void set(const Instruction& instruction, const Lanes& lanes) {
    if (instruction.result) frames_.back().values[*instruction.result] = {true, lanes};
  }
  void set(const Instruction& instruction, std::int64_t value) {
    set(instruction, Lanes{value, 0, 0, 0});
  }

  /// All phis that stand together.
  void choose() {
    Frame& frame = frames_.back();
    const auto& body = frame.code->function->body;
    std::vector<Value> chosen;
    std::size_t end = frame.next;
    for (; end < body.size() && body[end].op == Op::Phi; ++end) {
      const auto& labels = body[end].labels;
      const auto from = frame.previous == nullptr
                            ? labels.end()
                            : std::find(labels.begin(), labels.end(), *frame.previous);
      if (from == labels.end()) {
        chosen.emplace_back();
        continue;
      }
      chosen.push_back(frame.values[body[end].arguments[from - labels.begin()]]);
    }
    counts_.instructions += chosen.size() - 1;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      frame.values[*body[frame.next + i].result] = chosen[i];
    }
    frame.next = end;
  }

  void carry_out(const Instruction& instruction) {
    switch (instruction.op) {
      case Op::Const:
        return set(instruction, instruction.value);
      case Op::Id:
        return set(instruction, lanes(instruction, 0));
      case Op::Not:
        return set(instruction, scalar(instruction, 0) == 0 ? 1 : 0);
      case Op::Jump:
        return go_to(instruction.labels[0]);
      case Op::Branch:
        return go_to(instruction.labels[scalar(instruction, 0) != 0 ? 0 : 1]);
      case Op::Call:
        return call(instruction);
      case Op::Return:
        return return_from(instruction.arguments.empty()
                               ? Value{}
                               : value_of(instruction, instruction.arguments[0]));
      case Op::Print:
        return print(instruction);
      case Op::Nop:
        return;
      case Op::LoadWord:
        return set(instruction, word(instruction, scalar(instruction, 0)));
      case Op::StoreWord:
        word(instruction, scalar(instruction, 1)) = scalar(instruction, 0);
        return;
      case Op::Extract:
        return extract(instruction);
      default:
        break;
    }
    if (operation(instruction.op).predicated) return carry_out_lanes(instruction);
    const std::int64_t b = scalar(instruction, 1);
    if (instruction.op == Op::Div && b == 0) refuse(instruction, "division by zero");
    set(instruction, calculate(instruction.op, scalar(instruction, 0), b));
  }

  void carry_out_lanes(const Instruction& instruction) {
    for (const unsigned argument : instruction.arguments) value_of(instruction, argument);
    Lanes result{};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (active(instruction, lane)) result[lane] = carry_out(instruction, lane);
    }
    set(instruction, result);
  }

  bool active(const Instruction& instruction, unsigned lane) const {
    if (!instruction.predicate) return true;
    const Lanes& mask = value_of(instruction, instruction.predicate->variable).lanes;
    return (mask[lane] != 0) != instruction.predicate->negated;
  }

  /// One lane; 0 for a store.
  std::int64_t carry_out(const Instruction& instruction, unsigned lane) {
    switch (instruction.op) {
      case Op::Pack:
        return scalar(instruction, lane);
      case Op::Broadcast:
        return scalar(instruction, 0);
      case Op::Gather:
        return word(instruction, lanes(instruction, 0)[lane]);
      case Op::VectorLoad:
        return word(instruction, scalar(instruction, 0), lane);
      case Op::Scatter:
        word(instruction, lanes(instruction, 1)[lane]) = lanes(instruction, 0)[lane];
        return 0;
      case Op::VectorStore:
        word(instruction, scalar(instruction, 1), lane) = lanes(instruction, 0)[lane];
        return 0;
      case Op::Select:
        return lanes(instruction, lanes(instruction, 0)[lane] != 0 ? 1 : 2)[lane];
      default:
        break;
    }
    const std::int64_t b = lanes(instruction, 1)[lane];
    if (instruction.op == Op::VectorDiv && b == 0) {
      refuse(instruction, "division by zero in lane " + std::to_string(lane));
    }
    return calculate(instruction.op, lanes(instruction, 0)[lane], b);
  }

  void extract(const Instruction& instruction) {
    const std::int64_t lane = scalar(instruction, 1);
    if (lane < 0 || lane >= kLanes) {
      refuse(instruction, "there is no lane " + std::to_string(lane) + "; lanes are 0 to 3");
    }
    set(instruction, lanes(instruction, 0)[static_cast<std::size_t>(lane)]);
  }

  std::int64_t& word(const Instruction& instruction, std::int64_t address, unsigned offset = 0) {
    const std::uint64_t index = static_cast<std::uint64_t>(address) + offset;
    if (index >= memory_.size()) {
      refuse(instruction,
             "address " + std::to_string(static_cast<std::int64_t>(index)) + " is beyond the " +
                 std::to_string(memory_.size()) + " words of memory",
             ErrorKind::Access);
    }
    return memory_[index];
  }

  void go_to(const std::string& label) {
    Frame& frame = frames_.back();
    frame.next = frame.code->labels.at(label);
  }

  void call(const Instruction& instruction) {
    if (frames_.size() == kDeepest) {
      refuse(instruction, "calls are nested more than " + std::to_string(kDeepest) + " deep");
    }
    const Code& code = codes_.at(instruction.function);
    Frame frame = frame_of(code);
    for (std::size_t i = 0; i < instruction.arguments.size(); ++i) {
      frame.values[code.function->parameters[i]] = value_of(instruction, instruction.arguments[i]);
    }
    frame.result = instruction.result;
    frames_.push_back(std::move(frame));
  }

  /// Behind the last instruction.
  void end(const Function& function) {
    if (function.type != Type::None) {
      throw error_at(program_.file, function.place,
                     "function '" + function.name + "' ends without a value of type " +
                         name_of(function.type) + ": a ret is missing");
    }
    return_from({});
  }

  void return_from(const Value& value) {
    const std::optional<unsigned> result = frames_.back().result;
    frames_.pop_back();
    if (result) frames_.back().values[*result] = value;
  }

  void print(const Instruction& instruction) {
    std::string line;
    for (const unsigned argument : instruction.arguments) {
      if (!line.empty()) line += ' ';
      const Type type = frames_.back().code->function->type_of(argument);
      line += text_of(type, value_of(instruction, argument).lanes);
    }
    print_(line);
  }

  const Program& program_;
  const RunOptions& options_;
  const Printer& print_;
  std::unordered_map<std::string, Code> codes_;
  std::vector<std::int64_t> memory_;
  std::vector<Frame> frames_;
  RunCounts counts_;
};

}  // namespace

RunCounts run(const Program& program, const std::vector<std::string>& arguments,
              const RunOptions& options, const Printer& print) {
  return Interpreter(program, options, print).run(arguments);
}

}  // namespace lanefold::bril
