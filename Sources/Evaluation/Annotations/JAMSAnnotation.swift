// SPDX-License-Identifier: MIT

/// One annotation of a JAMS file: a pitch contour, MIDI notes, or a namespace that is not read.
public struct JAMSAnnotation: Hashable, Decodable, Sendable {
  /// The annotated values.
  public enum Content: Hashable, Sendable {
    /// `pitch_contour`: instants of a pitch.
    case pitchContour([Observation<Pitch>])
    /// `note_midi`: notes with a MIDI number that may lie between two keys.
    case midiNotes([Observation<Double>])
    /// Any other namespace.
    case other
  }

  /// One timed value.
  public struct Observation<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Seconds since the start of the recording.
    public var time: Double
    /// Seconds it lasts, 0 for an instant.
    public var duration: Double
    /// The observed value.
    public var value: Value
  }

  /// The value of a pitch contour.
  public struct Pitch: Hashable, Decodable, Sendable {
    /// The contour this instant belongs to.
    public var index: Int
    /// Hertz; 0 for none.
    public var frequency: Double
    /// True when the frame is voiced.
    public var voiced: Bool
  }

  /// The namespace, such as `pitch_contour`.
  public var namespace: String
  /// The origin of the data; GuitarSet writes the string here, `"0"` for the low E.
  public var dataSource: String?
  /// The annotated values.
  public var content: Content

  private struct Metadata: Decodable {
    var dataSource: String?

    private enum CodingKeys: String, CodingKey {
      case dataSource = "data_source"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case namespace, data
    case metadata = "annotation_metadata"
  }

  /// Reads an annotation.
  ///
  /// - Parameter decoder: holds `namespace`, `data` and perhaps `annotation_metadata`.
  /// - Throws: `DecodingError` when the data of a known namespace has another shape.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    namespace = try container.decode(String.self, forKey: .namespace)
    dataSource = try container.decodeIfPresent(Metadata.self, forKey: .metadata)?.dataSource
    switch namespace {
    case "pitch_contour":
      content = .pitchContour(try container.decode(Observations<Pitch>.self, forKey: .data).all)
    case "note_midi":
      content = .midiNotes(try container.decode(Observations<Double>.self, forKey: .data).all)
    default:
      content = .other
    }
  }
}

/// JAMS data in either layout: a list of observations (sparse) or a list for each column (dense).
private struct Observations<Value: Hashable & Sendable & Decodable>: Decodable {
  let all: [JAMSAnnotation.Observation<Value>]

  private struct Sparse: Decodable {
    let time: Double
    let duration: Double
    let value: Value
  }

  private struct Dense: Decodable {
    let time: [Double]
    let duration: [Double]
    let value: [Value]
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Tests the layout only, so that a bad row in a list is reported as such.
    if (try? decoder.unkeyedContainer()) != nil {
      let rows = try container.decode([Sparse].self)
      all = rows.map { .init(time: $0.time, duration: $0.duration, value: $0.value) }
      return
    }
    let dense = try container.decode(Dense.self)
    guard dense.time.count == dense.value.count, dense.time.count == dense.duration.count else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(dense.time.count) times, \(dense.duration.count) durations and "
          + "\(dense.value.count) values: write one of each for every observation.")
    }
    all = dense.time.indices.map {
      .init(time: dense.time[$0], duration: dense.duration[$0], value: dense.value[$0])
    }
  }
}
