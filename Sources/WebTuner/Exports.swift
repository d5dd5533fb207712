// SPDX-License-Identifier: MIT

internal import TunerState
internal import Tuning

// The C interface that docs/web.md describes. A page calls it from one thread.
nonisolated(unsafe) let memory = ModuleMemory()
nonisolated(unsafe) let module = TunerModule()
nonisolated(unsafe) private var marker = MarkerMotion()

/// Returns the address of the samples of a chunk: 8192 floats.
@_cdecl("headstock_web_samples")
func headstockWebSamples() -> UnsafeMutablePointer<Float> { memory.samples }

/// Returns the address of the numbers of a result.
@_cdecl("headstock_web_values")
func headstockWebValues() -> UnsafeMutablePointer<Double> { memory.values }

/// Returns the address of the table of strings: 12 rows of 9 numbers.
@_cdecl("headstock_web_string_table")
func headstockWebStringTable() -> UnsafeMutablePointer<Double> { memory.strings }

/// Returns the address of the text: 8192 bytes.
@_cdecl("headstock_web_text")
func headstockWebText() -> UnsafeMutablePointer<UInt8> { memory.text }

/// Writes the names of a result's numbers, separated by commas, and returns the length.
@_cdecl("headstock_web_fields")
func headstockWebFields() -> Int32 {
  memory.write(fieldNames(ModuleField.allCases.map { $0.name }))
}

// MARK: - Listening

/// Begins a stream of `rate` samples per second.
///
/// - Returns: 0, or a negative status; the text then contains the message.
@_cdecl("headstock_web_prepare")
func headstockWebPrepare(_ rate: Int32) -> Int32 {
  status { () throws(ModuleFailure) in try module.prepare(hertz: Int(rate)) }
}

/// Ends the stream.
@_cdecl("headstock_web_stop")
func headstockWebStop() {
  module.stop()
  memory.write(module.view, feedbackCount: module.feedbackCount)
}

/// Passes the first `count` samples of the shared memory to the tuner.
///
/// - Returns: 0, or −1 if `count` exceeds the memory.
@_cdecl("headstock_web_append")
func headstockWebAppend(_ count: Int32) -> Int32 {
  guard count >= 0, Int(count) <= ModuleMemory.sampleCount else { return -1 }
  let samples = memory.samples
  module.append(
    Int(count), of: Span(_unsafeStart: samples, count: ModuleMemory.sampleCount))
  return 0
}

/// Computes the next result of the samples that were passed.
///
/// - Returns: 1 if it was written, 0 if all samples are used.
@_cdecl("headstock_web_result")
func headstockWebResult() -> Int32 {
  let samples = memory.samples
  guard
    let reading = module.result(
      in: Span(_unsafeStart: samples, count: ModuleMemory.sampleCount))
  else { return 0 }
  memory.write(reading)
  memory.write(module.view, feedbackCount: module.feedbackCount)
  return 1
}

// MARK: - Strokes

/// Returns the address of the table of strokes: its head, and 12 rows.
@_cdecl("headstock_web_strum_table")
func headstockWebStrumTable() -> UnsafeMutablePointer<Double> { memory.strum.start }

/// Writes the names of the head's numbers, a semicolon, and the names of a row's, separated by
/// commas, and returns the length.
@_cdecl("headstock_web_strum_fields")
func headstockWebStrumFields() -> Int32 {
  memory.write(
    fieldNames(StrumHeadField.allCases.map { $0.name }, StrumRowField.allCases.map { $0.name }))
}

/// Computes the next result of every string, while the target is `all`.
///
/// - Returns: 1 if it was written into the table, 0 if all samples are used.
@_cdecl("headstock_web_strum_result")
func headstockWebStrumResult() -> Int32 {
  let samples = memory.samples
  guard
    let reading = module.strumResult(
      in: Span(_unsafeStart: samples, count: ModuleMemory.sampleCount))
  else { return 0 }
  memory.strum.write(reading, module.view.strum, feedbackCount: module.feedbackCount)
  return 1
}

/// Shows a result of every string that another tuner measured.
///
/// The target must be `all`, and this module must not be measuring.
///
/// The caller writes the string numbers and the fields from `update_state` on, except `update_hz`,
/// into the rows of the table. An onset of NaN means that there was no stroke yet.
///
/// - Returns: 1 if the content of the screen was written into the table, 0 if it is refused.
@_cdecl("headstock_web_strum_show")
func headstockWebStrumShow(_ rate: Int32, _ time: Double, _ onset: Double) -> Int32 {
  guard let reading = module.show(memory.strum, hertz: Int(rate), time: time, onset: onset)
  else { return 0 }
  memory.strum.write(reading, module.view.strum, feedbackCount: module.feedbackCount)
  return 1
}

// MARK: - Choices

/// Sets a choice: its name and its value follow each other in the text.
///
/// - Returns: 0, or a negative status; the text then contains the message.
@_cdecl("headstock_web_set_text")
func headstockWebSetText(_ nameCount: Int32, _ valueCount: Int32) -> Int32 {
  status { () throws(ModuleFailure) in
    guard let name = memory.read(from: 0, count: nameCount),
      let value = memory.read(from: nameCount, count: valueCount)
    else { throw .argument }
    try module.set(name, to: value)
  }
}

/// Sets a choice to a number: its name is in the text.
///
/// - Returns: as `headstock_web_set_text`.
@_cdecl("headstock_web_set_number")
func headstockWebSetNumber(_ nameCount: Int32, _ value: Double) -> Int32 {
  status { () throws(ModuleFailure) in
    guard let name = memory.read(from: 0, count: nameCount) else { throw .argument }
    try module.set(name, to: value)
  }
}

/// Writes the strings of the tuning into the table and returns their number.
///
/// A row has the number, the course, the key, the frequency, 1 for the matched string, 1 for a
/// string that has been in tune, the letter, the accidental and the octave.
@_cdecl("headstock_web_strings")
func headstockWebStrings() -> Int32 { memory.writeStrings(of: module.view) }

// MARK: - Texts

/// Writes the name of a note in the chosen notation, without its octave, and returns the length.
@_cdecl("headstock_web_note_name")
func headstockWebNoteName(_ letter: Int32, _ accidental: Int32) -> Int32 {
  guard let letter = NoteLetter(rawValue: Int(letter)),
    let accidental = Accidental(rawValue: Int(accidental))
  else { return 0 }
  return memory.write(module.view.settings.values.notation.name(of: letter, accidental))
}

/// Writes the built-in tunings, one line per tuning (id, tab, name), and returns the length.
@_cdecl("headstock_web_tunings")
func headstockWebTunings() -> Int32 {
  var lines = ""
  for tuning in InstrumentTuning.presets { lines += "\(tuning.id)\t\(tuning.name)\n" }
  return memory.write(lines)
}

/// Writes the names of the temperaments, one per line, and returns the length.
@_cdecl("headstock_web_temperaments")
func headstockWebTemperaments() -> Int32 {
  var lines = ""
  for name in Temperament.names { lines += "\(name)\n" }
  return memory.write(lines)
}

// MARK: - The marker

/// Puts the marker at rest in the middle; it jumps if `isReduced` is not 0.
@_cdecl("headstock_web_marker_reset")
func headstockWebMarkerReset(_ isReduced: Int32) {
  marker = MarkerMotion(isReduced: isReduced != 0)
}

/// Moves the marker towards a goal for some seconds and returns its position, 0 to 1.
@_cdecl("headstock_web_marker_step")
func headstockWebMarkerStep(_ goal: Double, _ seconds: Double) -> Double {
  marker.move(to: goal)
  guard seconds > 0, seconds < 3600 else { return marker.position }
  marker.advance(by: .microseconds(Int64(seconds * 1e6)))
  return marker.position
}

/// Returns groups of names: commas within a group, a semicolon before the next.
func fieldNames(_ groups: [StaticString]...) -> String {
  var text = ""
  for group in groups {
    if !text.isEmpty { text += ";" }
    for (index, name) in group.enumerated() { text += index == 0 ? "\(name)" : ",\(name)" }
  }
  return text
}

func status(_ body: () throws(ModuleFailure) -> Void) -> Int32 {
  do throws(ModuleFailure) {
    try body()
    memory.write(module.view, feedbackCount: module.feedbackCount)
    return 0
  } catch {
    _ = memory.write(error.sentence)
    return error.status
  }
}
