// SPDX-License-Identifier: MIT

/// Returns `text` fit for a terminal: control characters, which could move its cursor or rewrite its
/// title, are shown as `\x1b` instead of sent.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
      || scalar.properties.generalCategory == .lineSeparator
      || scalar.properties.generalCategory == .paragraphSeparator
    {
      result += "\\x" + String(scalar.value, radix: 16)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
