// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// Runs an asynchronous operation and blocks the calling thread until it ends.
func waiting<Value: Sendable>(
  _ operation: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let outcome = Outcome<Value>()
  let done = DispatchSemaphore(value: 0)
  Task {
    do {
      outcome.set(.success(try await operation()))
    } catch {
      outcome.set(.failure(error))
    }
    done.signal()
  }
  done.wait()
  return try outcome.get()
}

/// The outcome of an operation.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var result: Result<Value, any Error>?

  func set(_ result: Result<Value, any Error>) { lock.withLock { self.result = result } }

  func get() throws -> Value {
    guard let result = lock.withLock({ result }) else { throw CancellationError() }
    return try result.get()
  }
}
