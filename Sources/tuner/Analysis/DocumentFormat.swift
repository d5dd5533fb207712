// SPDX-License-Identifier: MIT

import ArgumentParser

/// What is printed that is one answer: for people or for machines.
enum DocumentFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}
