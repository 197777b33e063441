// SPDX-License-Identifier: Apache-2.0
// Bril's import extension.
#include "tools/bril/link.h"

#include <deque>
#include <map>
#include <set>

#include "base/text.h"
#include "tools/bril/read.h"
#include "tools/bril/text_form.h"
#include "tools/bril/tokens.h"

namespace lanefold::bril {
namespace {

/// A function of a file, by their numbers.
using Target = std::pair<std::size_t, std::size_t>;

/// What a name means in a file: a function of its own, or one of another file's names.
struct Meaning {
  std::size_t file = 0;
  std::optional<std::size_t> function;  ///< none if the name is imported
  std::string name;                     ///< in that file
  Place place;                          ///< of the import
};

struct File {
  Program program;
  std::map<std::string, Meaning> names;
};

class Linker {
 public:
  explicit Linker(const Libraries& libraries) : libraries_(libraries) {}

  Program link(Program program) {
    numbers_[libraries_.program] = 0;
    files_.push_back({std::move(program), {}});
    for (std::size_t file = 0; file < files_.size(); ++file) read_names(file);
    for (std::size_t file = 0; file < files_.size(); ++file) {
      for (const auto& [name, meaning] : files_[file].names) resolve(file, name);
    }
    place_program();
    Program whole{files_.front().program.file, {}, {}};
    for (const Target& target : order_) {
      whole.functions.push_back(with_calls(target));
      whole.functions.back().name = placed_.at(target);
    }
    return whole;
  }

 private:
  void read_names(std::size_t file) {
    const Program program = files_[file].program;
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
      const Function& function = program.functions[i];
      files_[file].names[function.name] = {file, i, function.name, function.place};
    }
    for (const Import& import : program.imports) {
      const std::size_t other = number_of(import, program.file);
      for (const ImportedFunction& function : import.functions) {
        const std::string& name = function.local_name();
        const Meaning meaning{other, {}, function.name, import.place};
        if (files_[file].names.emplace(name, meaning).second) continue;
        throw error_at(program.file, import.place,
                       "there are two functions '" + name + "' here; 'as' gives one another name");
      }
    }
  }

  /// The file of an import, which may be new.
  std::size_t number_of(const Import& import, const std::string& importer) {
    std::optional<SourceFile> found;
    if (libraries_.find) found = libraries_.find(import.path, importer);
    if (!found) {
      throw error_at(importer, import.place,
                     "there is no file " + in_quotes(import.path) +
                         " to import from, beside this one or in a directory of -I");
    }
    const auto [number, is_new] = numbers_.try_emplace(found->identity, files_.size());
    if (is_new) files_.push_back({parse(found->content, found->name), {}});
    return number->second;
  }

  /// The function that a name of a file leads to. Files can import one name from each other in a
  /// circle that no function is in.
  Target resolve(std::size_t file, const std::string& name) const {
    std::set<std::pair<std::size_t, std::string>> seen;
    Meaning meaning = files_[file].names.at(name);
    std::size_t importer = file;
    while (!meaning.function) {
      const auto& names = files_[meaning.file].names;
      const auto next = names.find(meaning.name);
      if (next == names.end() || !seen.emplace(meaning.file, meaning.name).second) {
        throw error_at(files_[importer].program.file, meaning.place,
                       "there is no function '" + meaning.name + "' in " +
                           in_quotes(files_[meaning.file].program.file));
      }
      importer = meaning.file;
      meaning = next->second;
    }
    return {meaning.file, *meaning.function};
  }

  /// Those of the program and those that it imports come first. The others follow in the order in
  /// which they are called.
  void place_program() {
    const Program& program = files_.front().program;
    for (const Function& function : program.functions) {
      place(resolve(0, function.name), function.name);
    }
    for (const Import& import : program.imports) {
      for (const ImportedFunction& function : import.functions) {
        place(resolve(0, function.local_name()), function.local_name());
      }
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Target caller = order_[i];
      for (const Instruction& instruction : function_of(caller).body) {
        if (instruction.op != Op::Call) continue;
        const Target called = target_of(caller, instruction);
        place(called, function_of(called).name);
      }
    }
  }

  void place(Target target, const std::string& wanted) {
    if (placed_.count(target) != 0) return;
    std::string name = wanted;
    for (unsigned number = 1; taken_.count(name) != 0; ++number) {
      name = wanted + "." + std::to_string(number);
    }
    taken_.insert(name);
    placed_[target] = name;
    order_.push_back(target);
  }

  const Function& function_of(Target target) const {
    return files_[target.first].program.functions[target.second];
  }

  /// What a call of a function leads to.
  Target target_of(Target caller, const Instruction& call) const {
    if (files_[caller.first].names.count(call.function) == 0) {
      const Function& function = function_of(caller);
      throw error_at(function.file, call.place,
                     in_quotes(text_of(function, call)) + " in function '" + function.name +
                         "': there is no function '" + call.function + "'");
    }
    return resolve(caller.first, call.function);
  }

  Function with_calls(Target target) const {
    Function function = function_of(target);
    for (Instruction& instruction : function.body) {
      if (instruction.op != Op::Call) continue;
      instruction.function = placed_.at(target_of(target, instruction));
    }
    return function;
  }

  const Libraries& libraries_;
  std::deque<File> files_;                      ///< the program's own first
  std::map<std::string, std::size_t> numbers_;  ///< of the files, by identity
  std::map<Target, std::string> placed_;        ///< names in the result
  std::set<std::string> taken_;
  std::vector<Target> order_;
};

}  // namespace

Program linked(Program program, const Libraries& libraries) {
  if (program.imports.empty()) return program;
  return Linker(libraries).link(std::move(program));
}

}  // namespace lanefold::bril
