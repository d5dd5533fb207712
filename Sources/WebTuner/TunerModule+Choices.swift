// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState
internal import Tuning

extension TunerModule {
  /// Sets a choice by its name: a key of the settings file, `target` or `tuning`.
  ///
  /// - Parameters:
  ///   - name: the choice.
  ///   - text: its value.
  /// - Throws: `ModuleFailure.argument` for an unknown name, `.refused` for an invalid value.
  func set(_ name: String, to text: String) throws(ModuleFailure) {
    switch name {
    case "target":
      switch text {
      case "nearest": try choose(.setTargetMode(.nearest))
      case "chromatic": try choose(.setTargetMode(.chromatic))
      case "all": try choose(.setTargetMode(.all))
      default: throw .argument
      }
    case "tuning":
      if let tuning = InstrumentTuning.preset(called: text) {
        try choose(.selectTuning(id: tuning.id))
        return
      }
      try useNotes(text)
    case "temperament": try choose(.settings(.setTemperament(text)))
    case "notation":
      guard let notation = NoteNotation(rawValue: text) else { throw .argument }
      try choose(.settings(.setNotation(notation)))
    default: throw .argument
    }
  }

  /// Sets a choice by its name to a number.
  ///
  /// - Parameters:
  ///   - name: a key of the settings file with a number, `string` or `capo`.
  ///   - number: its value; A4 is rounded to hundredths of a hertz before its range is checked.
  /// - Throws: `ModuleFailure.argument` for an unknown name, `.refused` for an invalid value.
  func set(_ name: String, to number: Double) throws(ModuleFailure) {
    switch name {
    case "a4": try choose(.settings(.setA4(Hertz(number))))
    case "tolerance": try choose(.settings(.setTolerance(Cents(number))))
    case "hysteresis": try choose(.settings(.setHysteresis(Cents(number))))
    case "noiseGateThreshold": try choose(.settings(.setNoiseGate(number)))
    case "frequencyUpdateRate": try choose(.settings(.setUpdateRate(number)))
    case "confirmationHold":
      guard abs(number) < 1e6 else { throw .argument }
      try choose(.settings(.setConfirmationHold(.microseconds(Int64((number * 1e6).rounded())))))
    case "capo":
      guard let fret = Int(exactly: number) else { throw .argument }
      try choose(.setCapo(fret))
    case "string":
      guard let string = Int(exactly: number) else { throw .argument }
      try choose(.setTargetMode(.locked(string)))
    default: throw .argument
    }
  }

  private func useNotes(_ text: String) throws(ModuleFailure) {
    let tuning: InstrumentTuning
    do throws(InstrumentTuningError) {
      tuning = try InstrumentTuning(literal: text)
      // If the temperament has no pitch for a string of the tuning, the earlier target would
      // remain.
      _ = try tuning.tunedStrings(
        in: PitchSystem(
          reference: view.settings.values.a4, temperament: view.settings.values.temperament))
    } catch {
      throw .refused(error.description)
    }
    try choose(.useTuning(tuning))
  }
}
