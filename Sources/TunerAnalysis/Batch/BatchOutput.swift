// SPDX-License-Identifier: MIT

import Foundation

/// The outputs of several recordings, written in the order of the recordings.
///
/// The recording whose turn it is writes at once. Later recordings buffer their output until their
/// turn, and wait when the buffer is full.
final class BatchOutput: @unchecked Sendable {  // Every property is guarded by `condition`.
  /// The output of one recording.
  struct Delivery: Sendable {
    /// The bytes that have yet to be written to standard output.
    var output: [UInt8] = []
    /// Lines for standard error.
    var messages: [String] = []
    /// The outcome of the recording.
    var result: RecordingResult
    /// The data of its figure; `nil` for none.
    var figure: RecordingFigure?

    var size: Int { output.count + (figure?.size ?? 0) }
  }

  /// The turn of one recording to write.
  struct Turn {
    fileprivate let output: BatchOutput
    fileprivate let index: Int

    /// Returns true when all earlier recordings are written.
    ///
    /// - Throws: the error that stopped the batch.
    func hasCome() throws -> Bool { try output.isNext(index) }

    /// Waits until all earlier recordings are written.
    ///
    /// - Throws: the error that stopped the batch.
    func wait() throws { try output.waitUntilNext(index) }

    /// True until the batch is stopped.
    var isGoing: Bool { output.stopped == nil }
  }

  private static let limit = 16 << 20

  private let condition = NSCondition()
  private let consume: (Delivery) throws -> Void
  private var next = 0
  private var kept: [Int: Delivery] = [:]
  private var keptSize = 0
  private var failure: (any Error)?

  /// Makes an output for a batch.
  ///
  /// - Parameter consume: receives every delivery, in order and one at a time.
  init(_ consume: @escaping (Delivery) throws -> Void) { self.consume = consume }

  /// Returns the turn of the recording at `index`.
  func turn(of index: Int) -> Turn { Turn(output: self, index: index) }

  /// Delivers the output of the recording at `index`.
  ///
  /// It is called once for each recording.
  ///
  /// - Throws: the error that stopped the batch.
  func deliver(_ delivery: Delivery, of index: Int) throws {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, next != index, keptSize > 0, keptSize + delivery.size > Self.limit {
      condition.wait()
    }
    if let failure { throw failure }
    guard next == index else {
      kept[index] = delivery
      keptSize += delivery.size
      return
    }
    var current: Delivery? = delivery
    while let delivery = current {
      // A later delivery that arrives meanwhile is stored, and this loop passes it on.
      condition.unlock()
      let outcome = Result { try consume(delivery) }
      condition.lock()
      if case .failure(let error) = outcome {
        failure = failure ?? error
        condition.broadcast()
        throw error
      }
      next += 1
      current = kept.removeValue(forKey: next)
      keptSize -= current?.size ?? 0
      condition.broadcast()
    }
  }

  /// Stops each running analysis at its next step.
  func stop(_ error: any Error) {
    condition.lock()
    failure = failure ?? error
    condition.broadcast()
    condition.unlock()
  }

  /// The reason why the batch was stopped; `nil` when it was not.
  var stopped: (any Error)? {
    condition.lock()
    defer { condition.unlock() }
    return failure
  }

  private func isNext(_ index: Int) throws -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if let failure { throw failure }
    return next == index
  }

  private func waitUntilNext(_ index: Int) throws {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, next != index { condition.wait() }
    if let failure { throw failure }
  }
}
