// SPDX-License-Identifier: MIT

internal import Acoustics

extension DatasetRecording: Decodable {
  fileprivate enum Key: String, CodingKey {
    case file, origin, sha256, bytes, channels, frames, string, fret, instrument, technique, trust
    case kind, midi, inharmonicity, annotation, capture
    case sampleRate = "sample_rate"
    case duration = "duration_s"
    case labelNote = "label_midi"
    case knownErrors = "known_errors"
    case partial1 = "partial1_hz"
    case partial1Level = "partial1_level_db"
    case partial1SNR = "partial1_snr_db"
    case fit = "f1_hz"
    case period = "period_hz"
    case spread = "spread_cents"
    case glide = "glide_cents"
    case clippedSamples = "clipped_samples"
    case onset = "onset_s"
    case steadyStart = "steady_start_s"
    case steadyEnd = "steady_end_s"
  }

  /// Reads one object of a manifest's list.
  ///
  /// - Throws: `DecodingError` naming the key; ranges are checked by `DatasetManifest.validate()`.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let sampleRate = try Self.sampleRate(in: values)
    file = try values.decode(String.self, forKey: .file)
    origin = try values.decodeIfPresent(Origin.self, forKey: .origin) ?? .whole
    sourceFile = try values.decodeIfPresent(SourceName.self, forKey: .origin)?.file
    annotation = try values.decodeIfPresent(Annotation.self, forKey: .annotation)
    sha256 = try values.decode(String.self, forKey: .sha256)
    byteCount = try values.decode(Int.self, forKey: .bytes)
    channelCount = try values.decode(Int.self, forKey: .channels)
    frameCount = try values.decode(Int.self, forKey: .frames)
    string = try values.decodeIfPresent(Int.self, forKey: .string)
    fret = try values.decodeIfPresent(Int.self, forKey: .fret)
    labelNote = try values.number(.labelNote)
    firstPartialSNR = try values.number(.partial1SNR).map { Decibels($0) }
    knownErrors = try values.decode([String].self, forKey: .knownErrors)
    reference = try Self.reference(
      in: values, file: file, sampleRate: sampleRate, annotation: annotation,
      knownErrors: knownErrors)
  }

  /// Reads the reference values of a recording.
  private static func reference(
    in values: KeyedDecodingContainer<Key>, file: String, sampleRate: SampleRate,
    annotation: Annotation?, knownErrors: [String]
  ) throws -> CorpusRecording {
    let steady = try steady(in: values)
    let kind = try kind(in: values)
    return CorpusRecording(
      path: file, source: "", licence: "",
      instrument: try values.decode(String.self, forKey: .instrument),
      capture: try capture(in: values), kind: kind,
      technique: try values.decodeIfPresent(String.self, forKey: .technique),
      // Only a single note has a nominal note, which the makers of the set state.
      nominalNote: kind == .singleNote
        ? try values.decode(Int.self, forKey: .midi)
        : try values.decodeIfPresent(Int.self, forKey: .midi),
      firstPartial: try values.number(.partial1).map { Hertz($0) },
      firstPartialLevel: try values.number(.partial1Level).map { Decibels($0) },
      fit: try values.number(.fit).map { Hertz($0) },
      period: try values.number(.period).map { Hertz($0) }, consensus: nil,
      spread: try values.number(.spread).map { Cents($0) },
      inharmonicity: try values.number(.inharmonicity),
      glide: try values.number(.glide).map { Cents($0) }, trust: try trust(in: values),
      onset: try values.number(.onset), steady: steady, sampleRate: sampleRate,
      duration: try values.decode(Double.self, forKey: .duration),
      clippedSamples: try values.decode(Int.self, forKey: .clippedSamples),
      annotation: annotation?.file,
      note: knownErrors.isEmpty ? nil : knownErrors.joined(separator: "; "))
  }

  private static func sampleRate(in values: KeyedDecodingContainer<Key>) throws -> SampleRate {
    let rate = try values.decode(Int.self, forKey: .sampleRate)
    guard rate > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .sampleRate, in: values, debugDescription: "A sample rate is above 0.")
    }
    return SampleRate(rate)
  }

  private static func steady(
    in values: KeyedDecodingContainer<Key>
  ) throws -> ClosedRange<Double>? {
    guard let start = try values.number(.steadyStart), let end = try values.number(.steadyEnd)
    else { return nil }
    guard start < end else {
      throw DecodingError.dataCorruptedError(
        forKey: .steadyEnd, in: values,
        debugDescription: "The steady part ends at \(end) s, before it starts at \(start) s.")
    }
    return start...end
  }

  private static func kind(
    in values: KeyedDecodingContainer<Key>
  ) throws -> CorpusRecording.Kind {
    try label(.kind, in: values) ?? .singleNote
  }

  private static func capture(
    in values: KeyedDecodingContainer<Key>
  ) throws -> CorpusRecording.Capture? {
    try label(.capture, in: values)
  }

  private static func label<Label: RawRepresentable<String> & CaseIterable>(
    _ key: Key, in values: KeyedDecodingContainer<Key>
  ) throws -> Label? {
    guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let label = Label(rawValue: text) else {
      let known = Label.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: key, in: values, debugDescription: "\"\(text)\" is none of \(known).")
    }
    return label
  }

  private static func trust(in values: KeyedDecodingContainer<Key>) throws -> ReferenceGrade? {
    guard let text = try values.decodeIfPresent(String.self, forKey: .trust) else { return nil }
    guard let grade = ReferenceGrade(rawValue: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .trust, in: values, debugDescription: "\"\(text)\" is not a grade from A to D.")
    }
    return grade
  }
}

extension KeyedDecodingContainer<DatasetRecording.Key> {
  /// Reads an optional number.
  fileprivate func number(_ key: Key) throws -> Double? {
    try decodeIfPresent(Double.self, forKey: key)
  }
}

extension DatasetRecording.Origin: Decodable {
  private enum Key: String, CodingKey {
    case member, sample, name, whole
    case patchSample = "patch_sample"
  }

  /// Reads `{"member": …}`, `{"sample": …, "name": …}`, `{"patch_sample": …, "name": …}` or
  /// `{"whole": true}`.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if let member = try values.decodeIfPresent(String.self, forKey: .member) {
      self = .member(member)
    } else if let index = try values.decodeIfPresent(Int.self, forKey: .patchSample) {
      self = .patchSample(index, name: try values.decode(String.self, forKey: .name))
    } else if try values.decodeIfPresent(Bool.self, forKey: .whole) == true {
      self = .whole
    } else {
      self = .sample(
        try values.decode(Int.self, forKey: .sample),
        name: try values.decode(String.self, forKey: .name))
    }
  }
}

/// The part of an origin that names one of several sources.
private struct SourceName: Decodable {
  let file: String?
}
