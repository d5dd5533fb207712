// SPDX-License-Identifier: MIT

internal import Acoustics
internal import CHeadstock
internal import Tuning

extension Configuration.Targets {
  /// Reads and checks the targets of a configuration.
  ///
  /// - Throws: the failure with the first value that is out of its range.
  init(_ config: headstock_config) throws(InterfaceFailure) {
    let reference = try translating(as: HEADSTOCK_ERROR_A4) { () throws(TuningError) in
      try ReferencePitch(a4: Hertz(config.a4_hz))
    }
    let system = PitchSystem(reference: reference, temperament: try Self.temperament(config))
    let selection = try Self.selection(config)
    let lock = config.string == 0 ? nil : Int(config.string)
    classifier = try translating(as: HEADSTOCK_ERROR_STRING) { () throws(InstrumentTuningError) in
      try PitchClassifier(selection: selection, system: system, lockedTo: lock)
    }
    states = try translating(as: HEADSTOCK_ERROR_TOLERANCE) { () throws(TuningError) in
      try TuningStateHysteresis(
        margin: Cents(config.hysteresis_cents),
        tolerance: try TuningTolerance(inTune: Cents(config.tolerance_cents)))
    }
  }

  private static func temperament(
    _ config: headstock_config
  ) throws(InterfaceFailure) -> Temperament {
    let map = try Configuration.text(config.keyboard_map, HEADSTOCK_ERROR_TEMPERAMENT)
    let name = try Configuration.text(config.temperament, HEADSTOCK_ERROR_TEMPERAMENT)
    let named = try translating(as: HEADSTOCK_ERROR_TEMPERAMENT) { () throws(TuningError) in
      try name.map(Temperament.init(named:)) ?? .equal
    }
    guard let scale = try Configuration.text(config.scale, HEADSTOCK_ERROR_TEMPERAMENT) else {
      guard map == nil else {
        throw InterfaceFailure(
          status: HEADSTOCK_ERROR_TEMPERAMENT, text: "A keyboard mapping belongs to a scale.")
      }
      return named
    }
    // A configuration begins with equal temperament.
    guard named == .equal else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_TEMPERAMENT,
        text: "A scale takes the place of the temperament \"\(named.name)\". Give one of them.")
    }
    return try translating(as: HEADSTOCK_ERROR_TEMPERAMENT) { () throws(ScalaError) in
      Temperament(
        scale: try ScalaScale(scl: Array(scale.utf8)),
        mapping: try map.map { map throws(ScalaError) in
          try KeyboardMapping(kbm: Array(map.utf8))
        }, name: "scale")
    }
  }

  private static func selection(
    _ config: headstock_config
  ) throws(InterfaceFailure) -> TargetSelection {
    let document = try Configuration.text(config.tuning_document, HEADSTOCK_ERROR_TUNING)
    let name =
      try Configuration.text(config.tuning, HEADSTOCK_ERROR_TUNING) ?? InstrumentTuning.standard.id
    let fret = Int(config.capo)
    guard InstrumentTuning.capoFrets.contains(fret) else {
      let error = InstrumentTuningError.capo(required: InstrumentTuning.capoFrets, actual: fret)
      throw InterfaceFailure(status: HEADSTOCK_ERROR_CAPO, text: error.description)
    }
    if document == nil, name == TargetSelection.chromatic.id {
      guard config.offset_count == 0 else {
        throw InterfaceFailure(
          status: HEADSTOCK_ERROR_TUNING, text: "\"chromatic\" has no strings, so no offsets.")
      }
      return .chromatic
    }
    let open: InstrumentTuning
    if let document {
      open = try translating(as: HEADSTOCK_ERROR_TUNING) { () throws(TuningDocumentError) in
        try TuningDocument(Array(document.utf8)).tuning
      }
    } else if let preset = InstrumentTuning.preset(called: name) {
      open = preset
    } else {
      open = try tuning(ofNotes: name)
    }
    let tuning = try sweetened(open, by: config)
    return .strings(
      try translating(as: HEADSTOCK_ERROR_CAPO) { () throws(InstrumentTuningError) in
        try tuning.behindCapo(at: fret)
      })
  }

  /// Adds the offsets of a configuration to those of a tuning.
  ///
  /// - Throws: the failure of offsets without their values, of too many, or of one that is out of
  ///   its range.
  private static func sweetened(
    _ tuning: InstrumentTuning, by config: headstock_config
  ) throws(InterfaceFailure) -> InstrumentTuning {
    let count = config.offset_count
    guard count != 0 else { return tuning }
    guard let values = config.offsets_cents else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_ARGUMENT,
        text: "offset_count is \(UInt(bitPattern: count)), but offsets_cents is null.")
    }
    guard (1...tuning.strings.count).contains(count) else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_TUNING,
        text: "There are \(UInt(bitPattern: count)) offsets for \(tuning.strings.count) strings.")
    }
    var offsets: [Int: Cents] = [:]
    for position in 1...count {
      let own = tuning.string(at: position)?.offset.value ?? 0
      offsets[position] = Cents(own + values[position - 1])
    }
    return try translating(as: HEADSTOCK_ERROR_TUNING) { () throws(InstrumentTuningError) in
      try tuning.sweetened(by: offsets)
    }
  }
}

/// Reads a tuning from its notes.
///
/// - Throws: the failure with the note that is wrong; for one word, which is read as an id, the
///   failure of an unknown tuning.
private func tuning(ofNotes text: String) throws(InterfaceFailure) -> InstrumentTuning {
  do throws(InstrumentTuningError) {
    return try InstrumentTuning(literal: text)
  } catch {
    let isWord = !text.contains { $0 == " " || $0 == "," || $0 == "\t" }
    throw InterfaceFailure(
      status: HEADSTOCK_ERROR_TUNING,
      text: isWord
        ? "\"\(text)\": there is no such tuning. Give the id or the name of a built-in one, the notes "
          + "of 4 to 12 strings, or chromatic." : error.description)
  }
}

/// Calls a function and gives its error a status.
///
/// - Throws: the failure with the error's sentence.
private func translating<Value, Failure: Error & CustomStringConvertible>(
  as status: headstock_status, _ make: () throws(Failure) -> Value
) throws(InterfaceFailure) -> Value {
  do throws(Failure) {
    return try make()
  } catch {
    throw InterfaceFailure(status: status, text: error.description)
  }
}
