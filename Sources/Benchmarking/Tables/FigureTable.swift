// SPDX-License-Identifier: MIT

/// Figures in rows and columns: what is printed for people, written for programs, and held against a
/// baseline.
public struct FigureTable: Hashable, Codable, Sendable {
  /// What a figure counts in.
  public enum Unit: String, Hashable, Codable, Sendable {
    /// An interval.
    case cents
    /// A part of a whole, 0…1.
    case share
    /// A time.
    case seconds
    /// A time, of which microseconds are shown.
    case brief
    /// A quotient of two of the same.
    case ratio
    /// A number of things.
    case count
  }

  /// Which way is better.
  public enum Direction: String, Hashable, Codable, Sendable {
    /// Less is better.
    case down
    /// More is better.
    case up
    /// Neither: any change wants a reason.
    case neither
  }

  /// One kind of figure.
  public struct Column: Hashable, Codable, Sendable {
    /// The heading.
    public let name: String
    /// What it counts in.
    public let unit: Unit
    /// Which way is better.
    public let better: Direction
  }

  /// The figures of one thing.
  public struct Row: Hashable, Codable, Sendable {
    /// What they are of.
    public let name: String
    /// One for every column, `nil` where there is none.
    public let figures: [Double?]
  }

  /// The table's name in a baseline.
  public let name: String
  /// The heading.
  public let title: String
  /// The kinds of figures.
  public let columns: [Column]
  /// The rows, in the order in which they are shown.
  public let rows: [Row]

  init(_ name: String, _ title: String, _ columns: [Column], _ rows: [Row]) {
    self.name = name
    self.title = title
    self.columns = columns
    self.rows = rows.filter { $0.figures.contains { $0 != nil } }
  }
}

extension FigureTable.Column {
  static func cents(_ name: String) -> Self { .init(name: name, unit: .cents, better: .down) }
  static func seconds(_ name: String) -> Self { .init(name: name, unit: .seconds, better: .down) }
  static func ratio(_ name: String, better: FigureTable.Direction = .down) -> Self {
    .init(name: name, unit: .ratio, better: better)
  }
  static func good(_ name: String) -> Self { .init(name: name, unit: .share, better: .up) }
  static func bad(_ name: String) -> Self { .init(name: name, unit: .share, better: .down) }
  static func count(_ name: String, better: FigureTable.Direction = .neither) -> Self {
    .init(name: name, unit: .count, better: better)
  }
}
