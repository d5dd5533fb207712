// SPDX-License-Identifier: MIT

package import Acoustics
internal import FileStore
internal import Foundation

/// The measured errors of device clocks, by device and rate: the file `clocks.json` beside the
/// settings.
///
/// `tuner calibrate --save` writes it, and `tuner live --calibrated` reads it. Its schema is
/// `docs/schemas/tuner.clocks-1.schema.json`.
package struct MeasuredClocks {
  /// One measurement.
  package struct Entry: Codable, Equatable, Sendable {
    /// The error of the clock, in parts per million; positive for a fast clock.
    package var ppm: Double
    /// The standard error of the measurement, in parts per million.
    package var sigma: Double
    /// The length of the measurement, in seconds.
    package var seconds: Double

    /// Makes a measurement.
    package init(ppm: Double, sigma: Double, seconds: Double) {
      self.ppm = ppm
      self.sigma = sigma
      self.seconds = seconds
    }

    enum CodingKeys: String, CodingKey {
      case ppm
      case sigma = "sigma_ppm"
      case seconds
    }
  }

  private struct Document: Codable {
    var schema = "tuner.clocks/1"
    var clocks: [String: Entry] = [:]
  }

  private let file: KeptFile

  /// Names the file in a directory.
  package init(in directory: SettingsDirectory) {
    file = KeptFile(path: directory.path + "/clocks.json")
  }

  /// Returns a measurement.
  ///
  /// - Parameters:
  ///   - device: the name by which the device is opened.
  ///   - sampleRate: the rate that it agreed to; each rate may have a clock of its own.
  /// - Returns: `nil` if none was made.
  /// - Throws: `FileStoreError` or `DecodingError` for a file that can't be read, and
  ///   `MeasuredClockError` for one of a later version and for an error beyond
  ///   `PartsPerMillion.permittedValues`.
  package func entry(of device: String, at sampleRate: SampleRate) throws -> Entry? {
    guard let bytes = try file.read() else { return nil }
    if let version = Self.laterVersion(of: bytes) {
      throw MeasuredClockError.laterVersion(place: file.path, version: version)
    }
    let entry = try JSONDecoder().decode(Document.self, from: Data(bytes))
      .clocks[Self.key(device, sampleRate)]
    if let entry { try Self.check(entry, device) }
    return entry
  }

  /// Stores a measurement in the place of the one before.
  ///
  /// - Parameters:
  ///   - entry: the measurement.
  ///   - device: the name by which the device is opened.
  ///   - sampleRate: the rate that it agreed to.
  /// - Returns: the notice that the clocks of other devices were set aside with a damaged file;
  ///   `nil` for none.
  /// - Throws: `FileStoreError`; `MeasuredClockError` for a file of a later version and for an
  ///   error beyond `PartsPerMillion.permittedValues`; and `EncodingError` for a figure that is not
  ///   finite. The file is unchanged then.
  @discardableResult
  package func keep(
    _ entry: Entry, of device: String, at sampleRate: SampleRate
  ) throws -> SetAsideClocks? {
    try Self.check(entry, device)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var laterVersion: Int?
    var failure: (any Error)?
    let aside = try file.update { bytes in
      laterVersion = bytes.flatMap(Self.laterVersion)
      if laterVersion != nil { return .keep }
      let before =
        bytes.map { try? JSONDecoder().decode(Document.self, from: Data($0)) } ?? Document()
      var document = before ?? Document()
      document.clocks[Self.key(device, sampleRate)] = entry
      let content: [UInt8]
      do { content = Array(try encoder.encode(document)) + [0x0A] } catch {
        failure = error
        return .keep
      }
      // A file that can't be decoded is set aside, and not lost.
      return bytes != nil && before == nil ? .setAside(then: content) : .replace(content)
    }
    if let laterVersion {
      throw MeasuredClockError.laterVersion(place: file.path, version: laterVersion)
    }
    if let failure { throw failure }
    return aside.map { SetAsideClocks(place: file.path, aside: $0) }
  }

  private static func laterVersion(of bytes: [UInt8]) -> Int? {
    SchemaNumber.later(in: bytes, than: 1, of: "tuner.clocks/")
  }

  private static func check(_ entry: Entry, _ device: String) throws(MeasuredClockError) {
    guard PartsPerMillion.permittedValues.contains(entry.ppm) else {
      throw .outOfRange(device: device, ppm: entry.ppm)
    }
  }

  private static func key(_ device: String, _ sampleRate: SampleRate) -> String {
    "\(device)@\(sampleRate.hertz)"
  }
}

/// The notice that a damaged file of clocks was set aside, and that a new one holds one clock.
package struct SetAsideClocks: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  package let place: String
  /// The path of the damaged file.
  package let aside: String

  /// Two sentences for a person, with the remedy.
  package var description: String {
    "\(place): was damaged, so the clocks of other devices no longer count. What it held is in "
      + "\(aside): mend it, or measure those devices again"
  }
}

/// The reason why a measured clock is not used.
package enum MeasuredClockError: Error, Hashable, Sendable {
  /// No sound card's clock has such an error.
  case outOfRange(device: String, ppm: Double)
  /// A later version wrote the file.
  case laterVersion(place: String, version: Int)
}

extension MeasuredClockError: CustomStringConvertible {
  /// Two sentences for a person, with the remedy.
  package var description: String {
    switch self {
    case .outOfRange(let device, let ppm):
      "the clock of \"\(device)\" is off by \(Self.text(ppm)) parts per million, which no sound card "
        + "is: the permitted range is \(Self.permitted). Choose a device that delivers samples at "
        + "its own rate from: tuner devices"
    case .laterVersion(let place, let version):
      "\(place): written by a later version (\(version)). Update the program"
    }
  }

  private static var permitted: String {
    let values = PartsPerMillion.permittedValues
    return "\(text(values.lowerBound)) to \(text(values.upperBound))"
  }

  /// Returns a whole number; rounded away from 0, an error out of range never equals its bound.
  private static func text(_ ppm: Double) -> String {
    let whole = ppm.rounded(.awayFromZero)
    return Int(exactly: whole).map { String($0) } ?? "\(whole)"
  }
}
