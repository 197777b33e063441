// SPDX-License-Identifier: Apache-2.0
// The command `lanefold`.
#include "commands.h"

int main(int argc, char** argv) { return lanefold::lanefold_main(argc, argv); }
