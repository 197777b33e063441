// SPDX-License-Identifier: Apache-2.0
// Runs Bril programs.
#include "tools/bril/interpreter.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/text.h"
#include "tools/bril/characters.h"
#include "tools/bril/dynamic_types.h"
#include "tools/bril/heap.h"
#include "tools/bril/text_form.h"
#include "tools/bril/tokens.h"
#include "tools/bril/values.h"

namespace lanefold::bril {
namespace {

constexpr std::size_t kDeepest = 10'000;  // calls, and speculations of a function

/// A function, with the positions of its labels.
struct Code {
  const Function* function = nullptr;
  std::unordered_map<std::string, std::size_t> labels;
  bool has_shadows = false;
  bool is_dynamic = false;  ///< (dynamic_types.h)
};

struct Frame {
  const Code* code = nullptr;
  std::size_t next = 0;
  std::vector<Value> values;              ///< of variables, then of their shadows if there are any
  const std::string* block = nullptr;     ///< whose label was passed last
  const std::string* previous = nullptr;  ///< and before that
  std::optional<unsigned> result;         ///< where the caller wants its value
  std::vector<std::vector<Value>> saved;  ///< by open speculation: what variables had at its begin
};

class Interpreter {
 public:
  Interpreter(const Program& program, const RunOptions& options, const Printer& print)
      : program_(program),
        options_(options),
        print_(print),
        memory_(options.words),
        heap_(options.words) {
    if (options.filled) std::iota(memory_.begin(), memory_.end(), std::int64_t{0});
    for (const Function& function : program.functions) {
      Code& code = codes_[function.name];
      code.function = &function;
      code.is_dynamic = bril::is_dynamic(program, function);
      for (std::size_t i = 0; i < function.body.size(); ++i) {
        if (function.body[i].op == Op::Label) code.labels[function.body[i].labels.front()] = i;
        if (joins(function.body[i].op)) code.has_shadows = true;
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
    if (const std::optional<Origin> leak = heap_.leak()) {
      throw error_at(leak->function->file, leak->place,
                     "what is allocated here is not freed at the end");
    }
    return counts_;
  }

 private:
  static Frame frame_of(const Code& code) {
    Frame frame;
    frame.code = &code;
    frame.values.resize((code.has_shadows ? 2 : 1) * code.function->variables.size());
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
      frames_.back().values[parameter] = {true, *lanes, main.type_of(parameter)};
    }
  }

  [[noreturn]] void refuse(const Instruction& instruction, const std::string& what,
                           ErrorKind kind = ErrorKind::Program) const {
    const Function& function = *frames_.back().code->function;
    const std::string text = text_of(function, instruction);
    throw error_at(function.file, instruction.place, in_quotes(text) + ": " + what, kind);
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
    if (!instruction.implied) ++counts_.instructions;
    counts_.ops.count(*frame.code->function, instruction);
    if (instruction.op == Op::Phi) return choose();
    ++frame.next;
    if (!frame.code->is_dynamic) return carry_out(instruction);
    const auto wrong = wrong_argument(program_, *frame.code->function, instruction, frame.values);
    if (wrong) refuse(instruction, *wrong);
    const std::size_t depth = frames_.size();
    carry_out(instruction);
    if (frames_.size() == depth) check_result(instruction);
  }

  void check_result(const Instruction& instruction) const {
    const Frame& frame = frames_.back();
    if (!frame.code->is_dynamic) return;
    const auto wrong = wrong_result(*frame.code->function, instruction, frame.values);
    if (wrong) refuse(instruction, *wrong);
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
  /// The source of a copy, which may be undefined.
  const Value& copied(const Instruction& instruction, unsigned variable) const {
    const Value& value = frames_.back().values[variable];
    return value.undefined ? value : value_of(instruction, variable);
  }
  Value& shadow_of(unsigned variable) {
    return frames_.back().values[frames_.back().code->function->variables.size() + variable];
  }
  void get(const Instruction& instruction) {
    const Value& shadow = shadow_of(*instruction.result);
    if (!shadow.present && !shadow.undefined) refuse(instruction, "nothing has been set for it");
    frames_.back().values[*instruction.result] = shadow;
  }
  /// A value of the type that the result is declared with, or that the operation gives.
  void set(const Instruction& instruction, const Lanes& lanes) {
    if (!instruction.result) return;
    Type type = frames_.back().code->function->type_of(*instruction.result);
    if (type == Type::Any) {
      type = instruction.op == Op::Const ? instruction.constant : operation(instruction.op).result;
    }
    frames_.back().values[*instruction.result] = {true, lanes, type};
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
      check_result(body[frame.next + i]);
    }
    frame.next = end;
  }

  void carry_out(const Instruction& instruction) {
    switch (instruction.op) {
      case Op::Const:
        return set(instruction, instruction.value);
      case Op::IntToChar:
        if (!is_character(scalar(instruction, 0))) {
          refuse(instruction, std::to_string(scalar(instruction, 0)) +
                                  " is no character; there are 0 to 55295 and 57344 to 1114111");
        }
        return set(instruction, scalar(instruction, 0));
      case Op::Id:
        frames_.back().values[*instruction.result] = copied(instruction, instruction.arguments[0]);
        return;
      case Op::Get:
        return get(instruction);
      case Op::Set:
        shadow_of(*instruction.shadow) = copied(instruction, instruction.arguments[0]);
        return;
      case Op::Undef:
        frames_.back().values[*instruction.result] = {false, {}, Type::None, true};
        return;
      case Op::CharToInt:
      case Op::Bitcast:
      case Op::FloatToBits:
      case Op::BitsToFloat:
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
        refuse_speculation(instruction);
        return return_from(instruction.arguments.empty()
                               ? Value{}
                               : value_of(instruction, instruction.arguments[0]));
      case Op::Print:
        return print(instruction);
      case Op::Nop:
        return;
      case Op::Speculate:
        return speculate(instruction);
      case Op::Commit:
        need_speculation(instruction);
        return frames_.back().saved.pop_back();
      case Op::Guard:
        return guard(instruction);
      case Op::LoadWord:
        return set(instruction, word(instruction, scalar(instruction, 0)));
      case Op::StoreWord:
        word(instruction, scalar(instruction, 1)) = scalar(instruction, 0);
        return;
      case Op::Alloc:
      case Op::Free:
      case Op::Load:
      case Op::Store:
      case Op::PointerAdd:
        return use_heap(instruction);
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

  void use_heap(const Instruction& instruction) {
    const auto allow = [&](const std::optional<std::string>& reason) {
      if (reason) refuse(instruction, *reason, ErrorKind::Access);
    };
    const Lanes& first = lanes(instruction, 0);
    switch (instruction.op) {
      case Op::Alloc:
        allow(heap_.why_no_allocation(first[0]));
        return set(instruction,
                   heap_.allocate(first[0], {frames_.back().code->function, instruction.place}));
      case Op::Free:
        allow(heap_.why_not_freed(first));
        return heap_.free(first);
      case Op::Load: {
        allow(heap_.why_no_access(first));
        const Value value = heap_.load(first);
        if (!value.present) refuse(instruction, "nothing has been stored there", ErrorKind::Access);
        frames_.back().values[*instruction.result] = value;
        return;
      }
      case Op::Store: {
        const Value& value = value_of(instruction, instruction.arguments[1]);
        allow(heap_.why_no_access(first));
        return heap_.store(first, value);
      }
      default:  // PointerAdd
        frames_.back().values[*instruction.result] = {
            true,
            {first[0], calculate(Op::Add, first[1], scalar(instruction, 1)), 0, 0},
            value_of(instruction, instruction.arguments[0]).type};
        return;
    }
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

  void speculate(const Instruction& instruction) {
    Frame& frame = frames_.back();
    if (frame.saved.size() == kDeepest) {
      refuse(instruction,
             "speculations are nested more than " + std::to_string(kDeepest) + " deep");
    }
    frame.saved.push_back(frame.values);
  }

  void need_speculation(const Instruction& instruction) const {
    if (frames_.back().saved.empty()) refuse(instruction, "no speculation is open here");
  }

  void refuse_speculation(const Instruction& instruction) const {
    if (frames_.back().saved.empty()) return;
    refuse(instruction, "there are no calls and returns during speculation");
  }

  /// If the condition is false, variables are as when the last speculation began.
  void guard(const Instruction& instruction) {
    if (scalar(instruction, 0) != 0) return;
    need_speculation(instruction);
    Frame& frame = frames_.back();
    frame.values = std::move(frame.saved.back());
    frame.saved.pop_back();
    go_to(instruction.labels[0]);
  }

  void call(const Instruction& instruction) {
    refuse_speculation(instruction);
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
    if (!frames_.back().saved.empty()) {
      throw error_at(function.file, function.place,
                     "function '" + function.name + "' ends during speculation");
    }
    if (function.type != Type::None) {
      throw error_at(function.file, function.place,
                     "function '" + function.name + "' ends without a value of type " +
                         name_of(function.type) + ": a ret is missing");
    }
    return_from({});
  }

  void return_from(const Value& value) {
    const std::optional<unsigned> result = frames_.back().result;
    frames_.pop_back();
    if (!result) return;
    const Frame& caller = frames_.back();
    frames_.back().values[*result] = value;
    check_result(caller.code->function->body[caller.next - 1]);
  }

  void print(const Instruction& instruction) {
    std::string line;
    for (const unsigned argument : instruction.arguments) {
      if (!line.empty()) line += ' ';
      const Value& value = value_of(instruction, argument);
      line += text_of(value.type, value.lanes);
    }
    print_(line);
  }

  const Program& program_;
  const RunOptions& options_;
  const Printer& print_;
  std::unordered_map<std::string, Code> codes_;
  std::vector<std::int64_t> memory_;
  Heap heap_;
  std::vector<Frame> frames_;
  RunCounts counts_;
};

}  // namespace

RunCounts run(const Program& program, const std::vector<std::string>& arguments,
              const RunOptions& options, const Printer& print) {
  return Interpreter(program, options, print).run(arguments);
}

}  // namespace lanefold::bril
