// SPDX-License-Identifier: Apache-2.0
// What a cache remembers of a request from upstream, and the requests that it sends downstream.
#pragma once

#include <tlm.h>

#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <optional>
#include <systemc>
#include <vector>

#include "base/cycle.h"
#include "blocks/memory_link/atomic_extension.h"
#include "blocks/memory_link/coherence_extension.h"
#include "blocks/memory_link/journey.h"
#include "blocks/memory_link/line_request.h"
#include "decisions/cache/mshr_file.h"

namespace lanefold {

enum class Access : std::uint8_t { Read, Write, Atomic };

/// A request from upstream, from its arrival to its answer.
struct CacheRequest {
  tlm::tlm_generic_payload* payload = nullptr;
  LaneExtension* lanes = nullptr;         ///< of the payload, if it has one
  Journey* journey = nullptr;             ///< the same
  sc_core::sc_event* blocking = nullptr;  ///< whom b_transport waits for; else it came by `port`
  int port = 0;
  Access access = Access::Read;
  std::uint64_t line = 0;
  Cycle arrived = 0;
  Cycle looked_up = 0;    ///< cycle in which its look-up came to an end
  Cycle stalled = 0;      ///< cycle in which its look-up began
  bool started = false;   ///< its look-up has begun
  bool accepted = false;  ///< its request phase has ended
  bool missed = false;    ///< the line was not there when its look-up began
  bool probe = false;     ///< it came from the directory
  /// When it was last looked up, its line was neither here nor on its way, and no register free.
  bool needs_register = false;
};

/// Targets are in the order of their look-ups.
using CacheMshrs = MshrFile<CacheRequest*>;

/// Whose data are newer than what the next level has: a place among others, in their order.
using WriteHook = boost::intrusive::list_base_hook<>;

/// A request of the cache's own: a line, or a part of one.
class DownRequest : public tlm::tlm_generic_payload, public WriteHook {
 public:
  enum class Kind : std::uint8_t {
    Fetch,      ///< a line, for the targets of a register
    Forward,    ///< a request from upstream, passed on
    WriteBack,  ///< a modified line that leaves, or the notice that one leaves
    Probe,      ///< a directory's, of a private cache
  };

  DownRequest(tlm::tlm_mm_interface* pool, std::uint32_t line_bytes);
  ~DownRequest() override;
  DownRequest(const DownRequest&) = delete;
  DownRequest& operator=(const DownRequest&) = delete;

  /// A command on the whole line; nothing else is known of it.
  void start(Kind kind, tlm::tlm_command command, std::uint64_t line);
  /// Takes over what a request from upstream wants.
  void copy_request(const tlm::tlm_generic_payload& request);

  /// Writes the line, or those bytes of it that `written` enables.
  void write(const unsigned char* line_data, const unsigned char* written);

  unsigned char* data() { return data_.data(); }
  /// Byte enables of what the targets of a fetch have written.
  unsigned char* written() { return enables_.data(); }
  /// What a private cache asks of the directory.
  void ask(CoherenceRequest request, unsigned cache);
  const CoherenceExtension& coherence() const { return coherence_; }
  /// What the directory asks of a private cache.
  void probe(ProbeKind kind, unsigned cache);
  const ProbeExtension& probe() const { return probe_; }
  /// Where it has been.
  Journey& journey() { return journey_; }

  Kind kind = Kind::Fetch;
  std::uint64_t line = 0;
  std::optional<CacheMshrs::Index> mshr;  ///< register that it holds
  CacheRequest* forwarded = nullptr;
  std::uint64_t flush = 0;  ///< of a write-back: number of the flush that waits for it

 private:
  std::uint32_t line_bytes_;
  std::vector<unsigned char> data_;
  std::vector<unsigned char> enables_;
  AtomicExtension atomic_;
  CoherenceExtension coherence_;
  ProbeExtension probe_;
  Journey journey_;
};

/// Whether byte `i` of a payload is to be read or written.
inline bool byte_enabled(const tlm::tlm_generic_payload& payload, unsigned i) {
  const unsigned char* enables = payload.get_byte_enable_ptr();
  return enables == nullptr || enables[i % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

inline bool permits(LineState state, Access access) {
  return access == Access::Read ? may_read(state) : may_write(state);
}

/// Whether a request can be served by modules that know lines only; otherwise it has its response.
bool admit(tlm::tlm_generic_payload& payload, std::uint32_t line_bytes);

/// What a request wants, and of which line.
CacheRequest make_request(tlm::tlm_generic_payload& payload, std::uint32_t line_bytes);

/// Hands the bytes that a request reads to it.
void copy_answer(tlm::tlm_generic_payload& payload, const unsigned char* data);

/// Carries out a request on the line that holds its bytes. What it writes is marked in `written`,
/// the byte enables of the line, unless that is nullptr.
void perform(tlm::tlm_generic_payload& payload, Access access, unsigned char* line_data,
             std::uint64_t line_address, unsigned char* written = nullptr);

}  // namespace lanefold
