// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Synchronization

/// Computes values in parallel, one for each index.
///
/// - Parameters:
///   - count: the number of values.
///   - progress: receives the share that is done, 0…1.
///   - value: returns the value of an index.
/// - Returns: the values in the order of their indices.
/// - Throws: the error of the first index that has one, after all are done.
func concurrentValues<Value: Sendable>(
  count: Int, progress: @Sendable (Double) -> Void, _ value: @Sendable (Int) throws -> Value
) throws -> [Value] {
  let results = Mutex(
    (done: 0, parts: [Result<Value, any Error>?](repeating: nil, count: count)))
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let part = Result { try value(index) }
    let done = results.withLock {
      $0.parts[index] = part
      $0.done += 1
      return $0.done
    }
    progress(Double(done) / Double(count))
  }
  return try results.withLock { try $0.parts.compactMap { try $0?.get() } }
}
