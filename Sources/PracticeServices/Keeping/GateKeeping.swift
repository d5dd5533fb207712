// SPDX-License-Identifier: MIT

/// A store of the gate's document: a file, or memory for a dry run.
public protocol GateKeeping: Sendable {
  /// Reads the document, lets `change` change it, and stores the result.
  ///
  /// No other process can read or write the document meanwhile.
  ///
  /// - Parameter change: receives the document, `nil` when there is none, and a flag. The flag is
  ///   true if the document may differ from the last one. `change` returns the document to store,
  ///   or `nil` to leave the stored one.
  /// - Throws: `GateStoreError`; the stored document is then unchanged.
  func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateStoreError)
}

/// A document in the memory of this process.
public final class GateMemory: GateKeeping, @unchecked Sendable {
  private var document: GateDocument?
  private var isOther = true

  /// Makes a store of a document.
  ///
  /// - Parameter document: the document.
  public init(_ document: GateDocument?) { self.document = document }

  /// Passes the document to `change`, and holds the result.
  public func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateStoreError) {
    if let changed = change(document, isOther) { document = changed }
    isOther = false
  }
}
