// SPDX-License-Identifier: MIT

/// The partials of lower strings that stay in the residual for the search for a higher string.
enum KeptMultiples {
  /// Those that have more power than the other partials of their string allow.
  case doubtfulMultiples
  /// All partials whose numbers are multiples of the ratio of both strings.
  case allMultiples
}
