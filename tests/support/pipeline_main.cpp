// SPDX-License-Identifier: Apache-2.0
// What libsystemc.so wants of tests of single blocks; whole machines bring their own.
#include <systemc>

int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }
