// SPDX-License-Identifier: MIT

/// The memory that a page and the module share.
///
/// Its addresses and sizes never change. The pointers and tables are valid while the object exists,
/// so a reader must keep a reference to it.
final class ModuleMemory {
  /// The largest number of samples of a chunk.
  static let sampleCount = 8192
  /// The size of a text in bytes.
  static let textCount = 8192
  /// The numbers of a string in the table.
  static let stringFields = 9
  /// The largest number of strings.
  static let stringCount = 12

  /// The next chunk: ``sampleCount`` floats.
  let samples = UnsafeMutablePointer<Float>.allocate(capacity: sampleCount)
  /// The numbers of the last reading, by ``ModuleField``.
  let values = UnsafeMutablePointer<Double>.allocate(capacity: ModuleField.allCases.count)
  /// The strings, ``stringFields`` numbers each.
  let strings = UnsafeMutablePointer<Double>.allocate(capacity: stringFields * stringCount)
  /// The strings of strokes.
  let strum = StrumTable()
  /// A note or a stroke of a recording.
  let notes = NoteTable()
  /// The levels of a spectrum, from the lowest row.
  let levels = UnsafeMutablePointer<Float>.allocate(capacity: ModuleSpectrum.rowCount)
  /// A text in UTF-8, to the module or from it.
  let text = UnsafeMutablePointer<UInt8>.allocate(capacity: textCount)
  let fieldCount = ModuleField.allCases.count

  init() {
    samples.initialize(repeating: 0, count: Self.sampleCount)
    values.initialize(repeating: .nan, count: fieldCount)
    strings.initialize(repeating: .nan, count: Self.stringFields * Self.stringCount)
    levels.initialize(repeating: 0, count: ModuleSpectrum.rowCount)
    text.initialize(repeating: 0, count: Self.textCount)
  }

  deinit {
    samples.deallocate()
    values.deallocate()
    strings.deallocate()
    strum.start.deallocate()
    notes.start.deallocate()
    levels.deallocate()
    text.deallocate()
  }

  subscript(field: ModuleField) -> Double {
    get { values[field.rawValue] }
    set { values[field.rawValue] = newValue }
  }

  /// Writes a text, cut at the end of the memory, with a zero after it if there is room.
  ///
  /// - Returns: its bytes, without the zero.
  func write(_ string: String) -> Int32 {
    var count = 0
    for byte in string.utf8 where count < Self.textCount {
      text[count] = byte
      count += 1
    }
    if count < Self.textCount { text[count] = 0 }
    return Int32(count)
  }

  /// Reads a text of the page.
  ///
  /// - Returns: `nil` outside the memory, or if it is not UTF-8.
  func read(from start: Int32, count: Int32) -> String? {
    guard start >= 0, count >= 0, Int(start) + Int(count) <= Self.textCount else { return nil }
    let bytes = UnsafeBufferPointer(start: text + Int(start), count: Int(count))
    return String(validating: bytes, as: UTF8.self)
  }
}
