// SPDX-License-Identifier: MIT

internal import Acoustics
public import CHeadstock
internal import PitchDetection
internal import TunerPipeline
internal import Tuning

/// The values of a `headstock_config`, checked.
struct Configuration: Sendable {
  let sampleRate: SampleRate
  let updateRate: UpdateRate
  let targets: Targets
  let range: PitchRange
  let detector: DetectorKind
  let meaning: PitchMeaning
  let clock: PartsPerMillion
  let options: UInt32

  /// The part that a tracker can change while it runs.
  struct Targets: Sendable {
    let classifier: PitchClassifier
    let states: TuningStateHysteresis
  }

  /// The size of `headstock_config` in the first release.
  static let leastSize = 120
  private static let updateRates = 1.0...1000.0
  private static let knownOptions = UInt32(HEADSTOCK_CANDIDATES | HEADSTOCK_SECOND_STRING)

  /// Reads and checks a configuration.
  ///
  /// - Throws: the failure with the first value that is out of its range.
  init(_ pointer: UnsafePointer<headstock_config>?) throws(InterfaceFailure) {
    let config = try Self.known(pointer)
    sampleRate = try Self.sampleRate(config)
    updateRate = try Self.updateRate(config)
    targets = try Targets(config)
    do throws(PitchDetectionError) {
      range = try PitchRange(lowest: Hertz(config.lowest_hz), highest: Hertz(config.highest_hz))
    } catch {
      throw InterfaceFailure(error)
    }
    (detector, meaning) = try Self.detector(config)
    guard PartsPerMillion.permittedValues.contains(config.clock_ppm) else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_CLOCK,
        text: "A clock error of \(config.clock_ppm) parts per million is not supported: use -20000 "
          + "to 20000.")
    }
    clock = PartsPerMillion(config.clock_ppm)
    guard config.options & ~Self.knownOptions == 0 else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_ARGUMENT, text: "An option is not known: \(config.options).")
    }
    options = config.options
  }

  /// Returns the part of a program's configuration that this library knows.
  static func known(
    _ pointer: UnsafePointer<headstock_config>?
  ) throws(InterfaceFailure) -> headstock_config {
    guard let pointer else { throw .argument }
    let bytes = UnsafeRawPointer(pointer)
    let size = bytes.load(as: Int.self)
    // A size that is no multiple of 8 would cut a pointer.
    guard size >= leastSize, size <= 1 << 16, size % 8 == 0 else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_SIZE,
        text:
          "The configuration has a size of \(UInt(bitPattern: size)): set it up by headstock_config_init()."
      )
    }
    var config = headstock_config()
    let known = min(size, MemoryLayout<headstock_config>.size)
    withUnsafeMutableBytes(of: &config) {
      $0.baseAddress?.copyMemory(from: bytes, byteCount: known)
    }
    for offset in known..<max(size, known)
    where bytes.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_SIZE,
        text: "The configuration has a value that version \(String(cString: headstock_version())) "
          + "does not know.")
    }
    return config
  }

  private static func sampleRate(
    _ config: headstock_config
  ) throws(InterfaceFailure) -> SampleRate {
    let rate = Int(config.sample_rate_hz)
    let rates = SampleRate.supported
    guard (rates.lowerBound.hertz...rates.upperBound.hertz).contains(rate) else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_SAMPLE_RATE,
        text: "A sample rate of \(rate) Hz is not supported: use \(rates.lowerBound.hertz) to "
          + "\(rates.upperBound.hertz) Hz.")
    }
    return SampleRate(rate)
  }

  private static func updateRate(
    _ config: headstock_config
  ) throws(InterfaceFailure) -> UpdateRate {
    // The decimal that a person wrote is the shortest one of the same Double.
    guard updateRates.contains(config.update_rate_hz),
      let rate = UpdateRate(decimal: config.update_rate_hz.description)
    else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_UPDATE_RATE,
        text: "An update rate of \(config.update_rate_hz) Hz is not supported: use 1 to 1000 Hz "
          + "with up to six decimals.")
    }
    return rate
  }

  private static func detector(
    _ config: headstock_config
  ) throws(InterfaceFailure) -> (DetectorKind, PitchMeaning) {
    let name = try text(config.detector, HEADSTOCK_ERROR_DETECTOR)
    guard let detector = DetectorKind(rawValue: name ?? DetectorKind.engine.rawValue) else {
      let known = DetectorKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_DETECTOR,
        text: "There is no detector \"\(name ?? "")\". Choose from: \(known).")
    }
    guard let pitch = try text(config.pitch, HEADSTOCK_ERROR_DETECTOR) else {
      return (detector, detector.meanings[0])
    }
    guard let meaning = PitchMeaning(rawValue: pitch), detector.meanings.contains(meaning) else {
      let known = detector.meanings.map(\.rawValue).joined(separator: ", ")
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_DETECTOR,
        text: "The \(detector.rawValue) detector does not measure the pitch \"\(pitch)\". Choose "
          + "from: \(known).")
    }
    return (detector, meaning)
  }

  /// Reads a text of the program; `nil` for null.
  static func text(
    _ pointer: UnsafePointer<CChar>?, _ status: headstock_status
  ) throws(InterfaceFailure) -> String? {
    guard let pointer else { return nil }
    guard let text = String(validatingCString: pointer) else {
      throw InterfaceFailure(status: status, text: "A text is not UTF-8.")
    }
    return text
  }

  /// Makes a detector without samples.
  ///
  /// - Parameters:
  ///   - reportsCandidates: true if the detector must report candidates.
  ///   - detectsSecondString: true if chords are distinguished from notes.
  /// - Returns: the detector of the configuration.
  /// - Throws: the failure to set up its transforms.
  func madeDetector(
    reportsCandidates: Bool, detectsSecondString: Bool
  ) throws(InterfaceFailure) -> ChosenDetector {
    do throws(PitchDetectionError) {
      return try ChosenDetector(
        detector,
        DetectorConfiguration(
          sampleRate: sampleRate, range: range, detectsSecondString: detectsSecondString,
          reportsCandidates: reportsCandidates), reading: meaning)
    } catch {
      throw InterfaceFailure(error)
    }
  }

  /// The strings of a strum, with the number of each: that of its first string in a unison course.
  ///
  /// - Throws: HEADSTOCK_ERROR_STRUM if chromatic.
  func strum() throws(InterfaceFailure) -> (StrumConfiguration, numbers: [Int]) {
    guard targets.classifier.selection.tuning != nil else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_STRUM,
        text: "\"chromatic\" has no strings to strum: give a tuning.")
    }
    let strings = StrumTarget.targets(of: targets.classifier.strings)
    return (
      StrumConfiguration(strings, sampleRate: sampleRate), strings.map(\.string.position)
    )
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Fills a configuration with defaults.
@implementation @c
public func headstock_config_init(_ config: UnsafeMutablePointer<headstock_config>!, _ size: Int)
  -> Int32
{
  reporting { () throws(InterfaceFailure) in
    guard ForeignMemory.holds(config, size: size, least: Configuration.leastSize), let config,
      size <= 1 << 16
    else { throw .argument }
    var defaults = headstock_config()
    defaults.size = size
    defaults.tuning = BuiltInText.standardTuning
    defaults.temperament = BuiltInText.equalTemperament
    defaults.detector = BuiltInText.engine
    defaults.a4_hz = ReferencePitch.concert.a4.value
    defaults.update_rate_hz = UpdateRate.standard.hertz
    defaults.lowest_hz = PitchRange.guitarAndBass.lowest.value
    defaults.highest_hz = PitchRange.guitarAndBass.highest.value
    defaults.tolerance_cents = TuningTolerance.standard.inTune.value
    defaults.sample_rate_hz = 48_000
    ForeignMemory.write(defaults, to: config, size: size)
    return HEADSTOCK_OK
  }
}
