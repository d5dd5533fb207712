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
    try writeName(of: midi, .english, hasFlats: false, to: text, size: size)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Writes the name of a key in a language.
@implementation @c
public func headstock_note_name_in(
  _ midi: Int32, _ notation: Int32, _ hasFlats: Int32, _ text: UnsafeMutablePointer<CChar>!,
  _ size: Int
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let notation = NoteNotation(number: notation), (0...1).contains(hasFlats) else {
      throw .argument
    }
    return try writeName(of: midi, notation, hasFlats: hasFlats == 1, to: text, size: size)
  }
}

/// Writes the name of a key.
///
/// - Throws: HEADSTOCK_ERROR_ARGUMENT for a key that is out of its range, and for a name that does
///   not fit.
private func writeName(
  of midi: Int32, _ notation: NoteNotation, hasFlats: Bool, to text: UnsafeMutablePointer<CChar>?,
  size: Int
) throws(InterfaceFailure) -> headstock_status {
  guard let text, (-1000...1000).contains(midi),
    ForeignMemory.write(
      notation.text(of: spelled(Note(midi: Int(midi)), hasFlats: hasFlats)), to: text, size: size)
  else { throw .argument }
  return HEADSTOCK_OK
}

/// Returns a note with a sharp, or with the flat of the key above it, where it needs an accidental.
private func spelled(_ note: Note, hasFlats: Bool) -> SpelledNote {
  let sharp = SpelledNote(note)
  guard hasFlats, sharp.accidental == .sharp else { return sharp }
  let above = SpelledNote(Note(midi: note.midi + 1))
  return SpelledNote(above.letter, .flat, octave: above.octave)
}

extension NoteNotation {
  /// Makes the notation of a number in C; `nil` for an unknown number.
  fileprivate init?(number: Int32) {
    switch UInt32(bitPattern: number) {
    case HEADSTOCK_NOTATION_ENGLISH.rawValue: self = .english
    case HEADSTOCK_NOTATION_GERMAN.rawValue: self = .german
    case HEADSTOCK_NOTATION_SOLFEGE.rawValue: self = .solfege
    default: return nil
    }
  }
}
