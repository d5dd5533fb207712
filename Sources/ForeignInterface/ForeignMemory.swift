// SPDX-License-Identifier: MIT

internal import CHeadstock

/// Memory of the calling program: blocks of samples, and structures that may be shorter or longer
/// than this library's.
enum ForeignMemory {
  /// The largest number of samples that a tracker can skip in all.
  static let mostSkipped: UInt64 = 1 << 40

  /// Returns a block of samples; `nil` for a null pointer with samples, for a pointer that is not
  /// aligned as a float, and for a count that no memory holds.
  static func samples(
    _ samples: UnsafePointer<Float>?, _ count: Int
  ) -> UnsafeBufferPointer<Float>? {
    guard count >= 0, count <= Int.max / MemoryLayout<Float>.stride else { return nil }
    if count == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
    // The span of memory that is not aligned ends the process.
    guard let samples, isAligned(samples) else { return nil }
    return UnsafeBufferPointer(start: samples, count: count)
  }

  /// True if floats can be read at an address.
  static func isAligned(_ samples: UnsafePointer<Float>) -> Bool {
    UInt(bitPattern: samples) % UInt(MemoryLayout<Float>.alignment) == 0
  }

  /// True if two blocks of samples share memory.
  static func overlap(
    _ one: UnsafeBufferPointer<Float>, _ other: UnsafeBufferPointer<Float>
  ) -> Bool {
    guard let first = one.baseAddress, let second = other.baseAddress else { return false }
    return first < second + other.count && second < first + one.count
  }

  /// True if an array of the program can hold the elements of the first release.
  ///
  /// - Parameters:
  ///   - array: the array; may be null where it has no elements.
  ///   - size: the size of its elements in the program, a multiple of 8 as for every structure.
  ///   - least: the size of the structure in the first release.
  ///   - capacity: the number of elements.
  /// - Returns: false for a size or a capacity that is out of range too.
  static func holds(
    _ array: UnsafeMutableRawPointer?, size: Int, least: Int, capacity: Int = 1
  ) -> Bool {
    guard size >= least, size % 8 == 0, capacity >= 0, capacity <= Int.max / size else {
      return false
    }
    return array != nil || capacity == 0
  }

  /// Writes a structure to an element of an array of the program.
  ///
  /// - Parameters:
  ///   - value: the structure as this library knows it.
  ///   - array: the array.
  ///   - index: the element.
  ///   - size: the size of its elements. Bytes that this library does not know become 0; those that
  ///     the program does not know are left out.
  static func write<Value: BitwiseCopyable>(
    _ value: Value, to array: UnsafeMutableRawPointer, at index: Int = 0, size: Int
  ) {
    let known = min(size, MemoryLayout<Value>.size)
    let place = array + index * size
    withUnsafeBytes(of: value) { bytes in
      guard let start = bytes.baseAddress else { return }
      place.copyMemory(from: start, byteCount: known)
    }
    for offset in known..<max(size, known) {
      place.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
  }

  /// Writes text that ends in 0.
  ///
  /// - Returns: false if it does not fit.
  static func write(
    _ text: String, to place: UnsafeMutablePointer<CChar>, size: Int
  ) -> Bool {
    guard text.utf8.count < size else { return false }
    var end = 0
    for byte in text.utf8 {
      place[end] = CChar(bitPattern: byte)
      end += 1
    }
    place[end] = 0
    return true
  }
}
