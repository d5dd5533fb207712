// SPDX-License-Identifier: MIT

internal import Acoustics
public import CHeadstock
internal import Tuning

extension headstock_string {
  /// The size of the structure in the first release.
  static let leastSize = 40

  /// Translates a string with its target.
  ///
  /// - Throws: HEADSTOCK_ERROR_TUNING for a name that does not fit.
  init(_ tuned: TunedString) throws(InterfaceFailure) {
    self.init()
    frequency_hz = tuned.frequency.value
    offset_cents = tuned.string.offset.value
    number = Int32(clamping: tuned.string.position)
    course = Int32(clamping: tuned.string.course)
    midi = Int32(clamping: tuned.string.note.midi)
    let fits = withUnsafeMutableBytes(of: &name) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { place in
        place.baseAddress.map {
          ForeignMemory.write(tuned.string.spelling.description, to: $0, size: place.count)
        } ?? false
      }
    }
    guard fits else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_TUNING,
        text: "The name \"\(tuned.string.spelling)\" of a string has more than 11 bytes.")
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the strings of a configuration.
@implementation @c
public func headstock_strings(
  _ config: UnsafePointer<headstock_config>!, _ strings: UnsafeMutablePointer<headstock_string>!,
  _ size: Int, _ capacity: Int, _ stringCount: UnsafeMutablePointer<Int>!
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let stringCount,
      ForeignMemory.holds(
        strings, size: size, least: headstock_string.leastSize, capacity: capacity)
    else { throw .argument }
    let tuned = try Configuration.Targets(Configuration.known(config)).classifier.strings
    for (index, string) in tuned.prefix(strings == nil ? 0 : capacity).enumerated() {
      let translated = try headstock_string(string)
      if let strings { ForeignMemory.write(translated, to: strings, at: index, size: size) }
    }
    stringCount.pointee = tuned.count
    return HEADSTOCK_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Writes the name of a key.
@implementation @c
public func headstock_note_name(_ midi: Int32, _ text: UnsafeMutablePointer<CChar>!, _ size: Int)
  -> Int32
{
  reporting { () throws(InterfaceFailure) in
    guard let text, (-1000...1000).contains(midi),
      ForeignMemory.write(Note(midi: Int(midi)).description, to: text, size: size)
    else { throw .argument }
    return HEADSTOCK_OK
  }
}
