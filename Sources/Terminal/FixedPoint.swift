// SPDX-License-Identifier: MIT

internal import Foundation

/// Returns a decimal with a fixed number of places, always with a point.
///
/// A display formats dozens of numbers in each picture. C's formatting is faster than Foundation's.
/// It uses no locale, because these programs never set one.
///
/// - Parameters:
///   - value: any number.
///   - places: digits after the point, 0 or more.
/// - Returns: the digits, as C's `%.*f` writes them.
package func fixedPoint(_ value: Double, places: Int) -> String {
  // The largest number has 309 digits before the point.
  String(unsafeUninitializedCapacity: 330 + places) { buffer in
    let count = withVaList([CInt(places), value]) { arguments in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        vsnprintf(characters.baseAddress, characters.count, "%.*f", arguments)
      }
    }
    return min(max(0, Int(count)), buffer.count - 1)
  }
}
