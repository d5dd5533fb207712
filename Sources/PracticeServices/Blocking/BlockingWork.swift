// SPDX-License-Identifier: MIT

import Dispatch

/// Runs work that blocks its thread, such as the wait for a process.
///
/// It uses a thread of its own: tasks share a few threads, which must not wait.
///
/// - Parameter work: the work.
/// - Returns: its result.
func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: work()) }
  }
}
