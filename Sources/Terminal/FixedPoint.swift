// SPDX-License-Identifier: MIT

internal import Foundation

/// Returns a decimal with a fixed number of places, always with a point.
///
/// A display formats some dozens of numbers a picture. The C library's formatting takes no locale unless
/// the program sets one, which ours never do, and is faster than Foundation's.
///
/// - Parameters:
///   - value: any number.
///   - places: digits behind the point, 0 or more.
/// - Returns: digits, as C's `%.*f` writes them.
public func fixedPoint(_ value: Double, places: Int) -> String {
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
