// SPDX-License-Identifier: Apache-2.0
// Where all output goes: a write that fails throws, so that no output is lost without a word.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "lanefold/error.h"

namespace lanefold {

/// "NAME cannot be written: REASON", where the reason is an errno, or 0 if there is none.
Error write_error(const std::string& name, int reason);
/// "NAME cannot be read: REASON", the same.
Error read_error(const std::string& name, int reason);

/// Whether the name says gzip: such files are expanded when read and compressed when written.
bool is_compressed(const std::string& file);

/// A file, written from its beginning to its end. The first write that fails throws Error(File),
/// "FILE cannot be written: REASON", and so does every call after it. Until it is whole, a file has
/// a name of its own beside the one it will have, FILE.PROCESS.unfinished: what had the name before
/// stays as it is if anything fails. Not so what is no regular file, which is written to directly.
/// Standard output is complete after finish_printing() only.
class OutputFile {
 public:
  enum class Kind {
    AsNamed,  ///< standard output for "-"; compressed if the name says so
    Plain,    ///< the bytes as they are, whatever the name
    New,      ///< Plain, under its own name from the start, which nothing may have yet
  };

  explicit OutputFile(std::string name, Kind kind = Kind::AsNamed);
  /// Drops what has not reached a file that was not closed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view content);
  /// What was written so far is in the file then, unless it is compressed. A new file of which this
  /// is so stays, whatever comes after.
  void flush();
  /// The file is complete, and has its name, only then; nothing is written after it.
  void close();

 private:
  class Compressor;

  void open_unfinished();
  void pass_on();
  void require_good() const;
  [[noreturn]] void fail(int reason);

  std::string name_;
  std::string target_;                      ///< what the unfinished file replaces, without links
  std::string unfinished_;                  ///< empty: it is written under its own name
  bool prints_;                             ///< to standard output
  int descriptor_ = -1;                     ///< none for standard output, and after close()
  int failure_ = 0;                         ///< the errno of the first write that failed
  std::string buffer_;                      ///< on its way to the file
  std::unique_ptr<Compressor> compressor_;  ///< into the buffer
};

/// Throws as an OutputFile of this name would when it is made, and leaves nothing behind: to be
/// asked before the work whose results it gets.
void require_writable(const std::string& name);

/// Replaces a file by these bytes, whatever its name. Throws as OutputFile does.
void write_file(const std::string& name, std::string_view content);
/// Writes what an option names: standard output for "-", compressed if the name says so.
void write_output(const std::string& name, std::string_view content);

/// Prints to standard output or standard error. Throws Error(File).
void print_to(std::FILE* stream, std::string_view text);
/// All that was printed has left the process then. Throws Error(File) if a part of it was lost.
void finish_printing(std::FILE* stream);

}  // namespace lanefold
