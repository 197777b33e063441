// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip, cell by cell, with double-precision numbers.
#define NUMBER double
#include "hotspot_cells.cl"
