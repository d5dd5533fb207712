// SPDX-License-Identifier: MIT

/// Where the gate's document is kept: in a file, or for a dry run in memory.
public protocol GateKeeping: Sendable {
  /// Takes the document, lets it be changed, and keeps it if it was.
  ///
  /// No other process takes it meanwhile.
  ///
  /// - Parameter change: is given the document, `nil` when there is none, and whether it may be another
  ///   than the last one; returns the document to keep, `nil` to keep the one there is.
  /// - Throws: `GateStoreError`; what was kept before still is.
  func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateStoreError)
}

/// A document that no other process sees and no disk keeps.
public final class GateMemory: GateKeeping, @unchecked Sendable {
  private var document: GateDocument?
  private var isOther = true

  /// Makes a store of a document.
  ///
  /// - Parameter document: the document.
  public init(_ document: GateDocument?) { self.document = document }

  /// Takes the document and keeps what it becomes.
  public func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateStoreError) {
    if let changed = change(document, isOther) { document = changed }
    isOther = false
  }
}
