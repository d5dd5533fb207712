// SPDX-License-Identifier: MIT

import Acoustics

extension DisplayStyle {
  /// Returns a deviation with its sign, in cents; without a sign if its digits are zeros.
  func signed(_ cents: Cents, places: Int = 1) -> String {
    let text = language.number(cents.magnitude.value, places: places)
    if !text.contains(where: { ("1"..."9").contains($0) }) { return text }
    return (cents.value < 0 ? (hasUnicode ? "−" : "-") : "+") + text
  }
}
