// SPDX-License-Identifier: Apache-2.0
// A compaction policy of one's own in C++, beside one of the model's.
#include <iostream>

#include "first_fit.h"
#include "policy_machine.h"

int sc_main(int /*argc*/, char* /*argv*/[]) {
  example::PolicyBlocks blocks([] { return std::make_unique<example::FirstFit>(); });
  lanefold::MachineConfig bcc = example::exact_machine();
  lanefold::apply_setting(bcc, "core.compaction=bcc");
  lanefold::Gpu own("own", example::exact_machine(), blocks);
  lanefold::Gpu models("models", bcc);
  const example::Run a = example::run_diverging(own);
  const example::Run b = example::run_diverging(models);
  std::cout << "EU cycles: first fit " << a.eu_cycles << ", bcc " << b.eu_cycles << "; results "
            << (a.results == b.results ? "equal" : "differ") << '\n';
  return a.results == b.results && a.eu_cycles < b.eu_cycles ? 0 : 1;
}
