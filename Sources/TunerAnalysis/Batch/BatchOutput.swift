// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// The output of one recording of a batch, which may have to wait for its turn.
protocol BatchDelivery: Sendable {
  /// The number of its bytes in memory.
  var size: Int { get }
}

/// The outputs of several recordings, written in the order of the recordings.
///
/// The recording whose turn it is writes at once. Later recordings buffer their output until their
/// turn, and wait when the buffer is full.
final class BatchOutput<Delivery: BatchDelivery>: BatchTurns, @unchecked Sendable {
  private static var limit: Int { 16 << 20 }

  // Both are guarded by `condition`.
  private var kept: [Int: Delivery] = [:]
  private var keptSize = 0

  /// Analyses recordings, several at once, and passes on their outputs in the order of the
  /// recordings.
  ///
  /// A recording is taken as soon as an earlier one is done, so a long one holds nobody up.
  ///
  /// - Parameters:
  ///   - count: the number of recordings.
  ///   - jobs: the number of recordings that are analysed at once, from 1.
  ///   - analyze: analyses the recording at an index on another thread; it may write in its turn.
  ///   - consume: receives every output, in order.
  /// - Throws: the first error of the two, which stops each running analysis at its next step.
  static func run(
    count: Int, jobs: Int,
    _ analyze: @escaping @Sendable (_ index: Int, _ turn: BatchTurn) throws -> Delivery,
    consume: (Delivery) throws -> Void
  ) throws {
    let output = BatchOutput()
    let analyses = DispatchGroup()
    DispatchQueue.global().async(group: analyses) {
      let next = BatchCounter(count: count)
      DispatchQueue.concurrentPerform(iterations: min(jobs, max(1, count))) { _ in
        while output.stopped == nil, let index = next.take() {
          do {
            try output.deliver(analyze(index, output.turn(of: index)), of: index)
          } catch {
            output.stop(error)
          }
        }
      }
    }
    do {
      for _ in 0..<count {
        try consume(output.next())
        output.pass()
      }
    } catch {
      output.stop(error)
    }
    analyses.wait()
    if let error = output.stopped { throw error }
  }

  /// Delivers the output of the recording at `index`.
  ///
  /// It is called once for each recording.
  ///
  /// - Throws: the error that stopped the batch.
  func deliver(_ delivery: Delivery, of index: Int) throws {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, current != index, keptSize > 0, keptSize + delivery.size > Self.limit {
      condition.wait()
    }
    if let failure { throw failure }
    kept[index] = delivery
    keptSize += delivery.size
    condition.broadcast()
  }

  /// Waits for the output of the recording whose turn it is.
  ///
  /// - Throws: the error that stopped the batch.
  func next() throws -> Delivery {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let failure { throw failure }
      if let delivery = kept.removeValue(forKey: current) {
        keptSize -= delivery.size
        return delivery
      }
      condition.wait()
    }
  }
}

/// The turn of one recording to write.
struct BatchTurn {
  fileprivate let turns: BatchTurns
  fileprivate let index: Int

  /// Returns true when all earlier recordings are written.
  ///
  /// - Throws: the error that stopped the batch.
  func hasCome() throws -> Bool { try turns.isCurrent(index) }

  /// Waits until all earlier recordings are written.
  ///
  /// - Throws: the error that stopped the batch.
  func wait() throws { try turns.waitUntilCurrent(index) }

  /// True until the batch is stopped.
  var isGoing: Bool { turns.stopped == nil }
}

/// The turns of the recordings of a batch, which end at the first error.
class BatchTurns: @unchecked Sendable {  // Every property is guarded by `condition`.
  fileprivate let condition = NSCondition()
  /// The index of the recording whose turn it is.
  fileprivate var current = 0
  fileprivate var failure: (any Error)?

  /// Returns the turn of the recording at `index`.
  final func turn(of index: Int) -> BatchTurn { BatchTurn(turns: self, index: index) }

  /// Gives the next recording its turn.
  final func pass() {
    condition.lock()
    current += 1
    condition.broadcast()
    condition.unlock()
  }

  /// Stops each running analysis at its next step.
  final func stop(_ error: any Error) {
    condition.lock()
    failure = failure ?? error
    condition.broadcast()
    condition.unlock()
  }

  /// The reason why the batch was stopped; `nil` when it was not.
  final var stopped: (any Error)? {
    condition.lock()
    defer { condition.unlock() }
    return failure
  }

  fileprivate final func isCurrent(_ index: Int) throws -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if let failure { throw failure }
    return current == index
  }

  fileprivate final func waitUntilCurrent(_ index: Int) throws {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, current != index { condition.wait() }
    if let failure { throw failure }
  }
}
