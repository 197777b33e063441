// SPDX-License-Identifier: Apache-2.0
// k-means clustering of integer points whose features are next to each other, as in Minebench.
#define FEATURE_OF_POINT(point, feature) ((point)*features + (feature))
#include "kmeans.cl"
