// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Terminal
package import TunerRuntime
package import Tuning

extension SettingSources {
  /// Checks all settings of a target.
  ///
  /// - Parameter library: the tunings that can be named.
  /// - Returns: the targets.
  /// - Throws: `SettingError`, which names the flag or variable, the fault and the possible values.
  package func target(
    in library: TuningLibrary = TuningLibrary()
  ) throws(SettingError) -> TargetSettings {
    try refuseAutomatic()
    let notation = try noteStyle()
    let capo = try capo()
    let tuning = try openTuning(in: library, notation)
    if tuning == nil { try refuseForChromatic() }
    let selection = try named(.capo) {
      try tuning.map { .strings(try $0.behindCapo(at: capo)) } ?? TargetSelection.chromatic
    }
    let system = PitchSystem(
      reference: try checked(.a4, Self.reference),
      temperament: try temperament())
    let lock = try lock()
    let classifier = try named(lock == nil ? .temperament : .string) {
      try PitchClassifier(selection: selection, system: system, lockedTo: lock)
    }
    return TargetSettings(
      classifier: classifier, openTuning: tuning,
      tolerance: try checked(.tolerance) { try TuningTolerance(inTune: Cents($0)) },
      notation: notation, capo: capo,
      offsets: try named(.offsets) { try tuning.map(offsets(of:)) ?? StringOffsets.none },
      stretch: tuning == nil || text(.stretch) == "none" ? "" : text(.stretch))
  }

  private static func reference(_ number: Double) throws -> ReferencePitch {
    let reference = try ReferencePitch(a4: Hertz(number))
    guard reference.a4 == Hertz(number) else { throw ReferenceTooFine(reference: reference) }
    return reference
  }

  private func openTuning(
    in library: TuningLibrary, _ notation: NoteStyle
  ) throws(SettingError) -> InstrumentTuning? {
    let text = text(.tuning)
    if text == TargetSelection.chromatic.id { return nil }
    let tuning = try named(.tuning) { try self.tuning(text, in: library, notation) }
    let open = try named(.stretch) { try stretched(tuning) }
    return try named(.offsets) { try offsets(of: open).applied(to: open) }
  }

  /// Refuses settings of strings without strings.
  ///
  /// Those of the settings file serve every tuning. So does a capo, which stays when a player changes
  /// the tuning.
  private func refuseForChromatic() throws(SettingError) {
    for name in [Name.offsets, .stretch] where isChosen(name) {
      guard !["", "none"].contains(text(name)) else { continue }
      throw refusal(
        of: name, "chromatic has no strings. Name a tuning with -t, or leave this out.")
    }
  }

  /// Returns another tuning with the stretch and the offsets of these settings.
  ///
  /// - Parameter tuning: a tuning that the player chooses later.
  /// - Returns: the tuning without a stretch that it does not permit, and without offsets of
  ///   strings that it lacks.
  func adjusted(_ tuning: InstrumentTuning) -> InstrumentTuning {
    let open = (try? stretched(tuning)) ?? tuning
    let offsets = (try? StringOffsets(text(.offsets)))?.kept { open.string(at: $0) != nil }
    return (try? offsets?.applied(to: open)) ?? open
  }

  /// Returns the offsets of strings.
  ///
  /// The settings file serves every tuning, so its offsets for strings that the tuning lacks are
  /// omitted; ``notices`` names them.
  private func offsets(of tuning: InstrumentTuning) throws -> StringOffsets {
    let offsets = try StringOffsets(text(.offsets))
    guard case .file = origin(.offsets) else { return offsets }
    return offsets.kept { tuning.string(at: $0) != nil }
  }

  /// Returns a tuning of the library by its id or its name in any language, or one that is written
  /// as notes.
  func tuning(
    _ text: String, in library: TuningLibrary, _ notation: NoteStyle
  ) throws -> InstrumentTuning {
    if library.contains(text) { return try library.tuning(text) }
    let named = (InstrumentTuning.presets + library.own().tunings).filter { $0.isNamed(text) }
    if named.count == 1 { return named[0] }
    if !named.isEmpty { throw AmbiguousName(ids: named.map(\.id)) }
    do {
      return try InstrumentTuning(
        literal: text, notation: notation.notation, octaves: notation.octaves)
    } catch {
      // The player may have chosen the names of the display, and types those of the help.
      if case .file = origin(.notation),
        let tuning = try? InstrumentTuning(literal: text, octaves: notation.octaves)
      {
        return tuning
      }
      let words = text.split { " ,\t/".contains($0) }
      let isOfNotes = words.count { Self.isNote($0, notation) } > 1
      guard isOfNotes else {
        // The name may be that of an own tuning, and then the directory is the fault.
        _ = try library.fileNames()
        throw TuningLibraryError.unknown(id: text)
      }
      throw error
    }
  }

  /// Returns a tuning for an argument that names one.
  ///
  /// - Parameter text: an id, a name in any language, or notes from the highest string number to
  ///   string 1.
  /// - Returns: the tuning without the offsets and the stretch of these settings.
  /// - Throws: `TuningLibraryError`, `SettingError` for an invalid notation, or a `UsageError` for
  ///   an ambiguous name or invalid notes.
  package func tuning(named text: String) throws -> InstrumentTuning {
    let notation = try noteStyle()
    do {
      return try tuning(text, in: TuningLibrary(), notation)
    } catch let error as TuningLibraryError {
      throw error
    } catch {
      throw TuningNameError(description: "\"\(text)\": \(error)")
    }
  }

  /// Returns whether a word is a note, in any notation.
  private static func isNote(_ word: Substring, _ notation: NoteStyle) -> Bool {
    (try? notation.note(in: word)) != nil
      || NoteNotation.allCases.contains {
        (try? $0.note(in: word)) != nil || (try? $0.name(in: word)) != nil
      }
  }

  /// Returns the temperament, whose root may be in the notation of the settings.
  func temperament() throws(SettingError) -> Temperament {
    let text = text(.temperament)
    let map = self.text(.keyboardMap)
    guard Temperament.isScalaFile(text) else {
      guard map.isEmpty else {
        throw unquotedRefusal(
          of: .keyboardMap,
          "a keyboard mapping belongs to a scale. Add --temperament NAME.scl.")
      }
      let notation = try notation()
      do throws(TuningError) {
        return try Temperament(named: text, roots: notation)
      } catch .unknownTemperament(let name) {
        // Only the command line reads Scala files, so the library's error does not name them.
        throw unquotedRefusal(
          of: .temperament,
          "\(TuningError.unknownTemperament(name)) Or give a Scala file NAME.scl.")
      } catch {
        throw unquotedRefusal(of: .temperament, "\(error)")
      }
    }
    let scale = try scala(.temperament, text) { bytes throws(ScalaError) in
      try ScalaScale(scl: bytes)
    }
    guard !map.isEmpty else { return Temperament(scale: scale, name: text) }
    let mapping = try scala(.keyboardMap, map) { bytes throws(ScalaError) in
      try KeyboardMapping(kbm: bytes)
    }
    return Temperament(scale: scale, mapping: mapping, name: text)
  }

  private func scala<Value>(
    _ name: Name, _ path: String, _ read: ([UInt8]) throws(ScalaError) -> Value
  ) throws(SettingError) -> Value {
    do {
      return try read(try TuningLibrary.bytes(of: path))
    } catch let error as ScalaError {
      throw unquotedRefusal(of: name, "\(printable(path)): \(error)")
    } catch {
      throw unquotedRefusal(of: name, "\(error)")
    }
  }

  /// Returns the notation of notes.
  func noteStyle() throws(SettingError) -> NoteStyle {
    NoteStyle(notation: try notation(), octaves: try octaves())
  }

  private func notation() throws(SettingError) -> NoteNotation {
    guard let notation = NoteNotation(rawValue: text(.notation).lowercased()) else {
      throw refusal(of: .notation, "choose english, german or solfege.")
    }
    return notation
  }

  private func octaves() throws(SettingError) -> OctaveConvention {
    guard let convention = OctaveConvention(rawValue: text(.octaves).lowercased()) else {
      let known = OctaveConvention.allCases.map(\.rawValue).joined(separator: ", ")
      throw refusal(of: .octaves, "choose from: \(known)")
    }
    return convention
  }

  /// Returns the tuning stretched by its strings' inharmonicities, such as `6=0.00012,1=0.00003`.
  func stretched(_ tuning: InstrumentTuning) throws -> InstrumentTuning {
    let inharmonicities: [Int: Double]
    do throws(StringNumbers.WrongEntry) {
      let text = text(.stretch)
      inharmonicities = try StringNumbers.read(text == "none" ? "" : text)
    } catch {
      throw StretchEntryError(entry: error.text)
    }
    if inharmonicities.isEmpty { return tuning }
    return try InharmonicityStretch(inharmonicities: inharmonicities, of: tuning).applied(
      to: tuning)
  }

  private func capo() throws(SettingError) -> Int {
    guard let fret = Int(text(.capo)), InstrumentTuning.capoFrets.contains(fret) else {
      throw refusal(
        of: .capo,
        "give a fret from 0, which is none, to \(InstrumentTuning.capoFrets.upperBound).")
    }
    return fret
  }

  private func lock() throws(SettingError) -> Int? {
    let text = text(.string)
    if text == "auto" { return nil }
    guard let position = Int(text),
      (1...InstrumentTuning.stringCounts.upperBound).contains(position)
    else {
      throw refusal(
        of: .string,
        "give auto, or a string's number from 1 to \(InstrumentTuning.stringCounts.upperBound).")
    }
    return position
  }

  /// Turns an error of `make` into a `SettingError` that names the setting.
  private func named<Value>(
    _ name: Name, _ make: () throws -> Value
  ) throws(SettingError) -> Value {
    do {
      return try make()
    } catch TuningLibraryError.unknown(let id) where id.hasSuffix(".json") {
      throw refusal(
        of: name,
        "a file is no tuning by itself. Add it with tuner tunings add FILE, then give its id.")
    } catch TuningLibraryError.unknown {
      throw refusal(
        of: name,
        "there is no such tuning. Choose one from: tuner tunings list, write its notes, or chromatic "
          + "for any.")
    } catch {
      throw refusal(of: name, "\(error)")
    }
  }
}

/// The error for a part of a stretch that is not a string and its inharmonicity.
private struct StretchEntryError: Error, CustomStringConvertible {
  let entry: String

  var description: String {
    "\"\(printable(entry))\" is no string with its inharmonicity. Write each string once, as in "
      + "6=0.00012,1=0.00003; tuner analyze measures them."
  }
}

/// The error for an argument that names no single tuning.
private struct TuningNameError: UsageError {
  let description: String
}

/// The error for a name of several tunings.
private struct AmbiguousName: Error, CustomStringConvertible {
  let ids: [String]

  var description: String {
    "several tunings have this name. Give an id: \(ids.joined(separator: ", "))."
  }
}

/// The error for an A4 with more decimals than the reference has.
private struct ReferenceTooFine: Error, CustomStringConvertible {
  let reference: ReferencePitch

  var description: String {
    "A4 is set in hundredths of a hertz. The nearest is \(decimal(reference.a4.value))."
  }
}
