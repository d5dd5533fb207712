// SPDX-License-Identifier: MIT

import NIOCore
import Synchronization

/// The records that wait for one page, limited in number and bytes.
///
/// The session's thread offers records and never waits. The thread of the connections takes them.
final class RecordQueue: Sendable {
  /// The next step of the connection.
  enum Next {
    case record(ByteBuffer)
    /// Nothing waits; the next offer wakes the connection.
    case nothing
    /// The page did not read in time: records are lost, and none follows.
    case overflow
  }

  private struct State {
    var records = CircularBuffer<ByteBuffer>()
    var byteCount = 0
    /// True from an offer that wakes the connection until nothing waits.
    var isAwake = false
    var hasOverflowed = false
  }

  private let mostRecords: Int
  private let mostBytes: Int
  private let state = Mutex(State())

  init(_ limits: ServingLimits) {
    mostRecords = limits.queuedRecords
    mostBytes = limits.queuedBytes
  }

  /// Adds a record, or gives up the page if the queue is full.
  ///
  /// - Parameter record: the record.
  /// - Returns: true if the connection must be woken.
  func offer(_ record: ByteBuffer) -> Bool {
    state.withLock { state in
      guard !state.hasOverflowed else { return false }
      guard state.records.count < mostRecords,
        state.byteCount + record.readableBytes <= mostBytes
      else {
        state.records.removeAll()
        state.hasOverflowed = true
        return true
      }
      state.records.append(record)
      state.byteCount += record.readableBytes
      defer { state.isAwake = true }
      return !state.isAwake
    }
  }

  /// True if the page did not read in time.
  var hasOverflowed: Bool { state.withLock { $0.hasOverflowed } }

  /// Takes the next record.
  func next() -> Next {
    state.withLock { state in
      guard !state.hasOverflowed else { return .overflow }
      guard let record = state.records.popFirst() else {
        state.isAwake = false
        return .nothing
      }
      state.byteCount -= record.readableBytes
      return .record(record)
    }
  }
}
