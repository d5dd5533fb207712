// SPDX-License-Identifier: MIT

import ArgumentParser

/// What a check is printed as.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  case text, csv, ndjson
}
