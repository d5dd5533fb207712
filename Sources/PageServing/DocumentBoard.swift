// SPDX-License-Identifier: MIT

import NIOCore
import NIOPosix
import Synchronization

/// Documents that are made on request, on a separate thread.
///
/// A document is made again only after some time, whatever the number of requests.
final class DocumentBoard: Sendable {
  /// Makes the text of a document.
  typealias Source = @Sendable () throws -> String

  private struct Made {
    let text: EventLoopFuture<String>
    /// The moment of the text; `nil` while it is being made.
    var time: NIODeadline?
  }

  private let sources: [String: Source]
  private let lifetime: TimeAmount
  private let pool = NIOThreadPool(numberOfThreads: 1)
  private let made = Mutex<[String: Made]>([:])

  init(_ sources: [String: Source], _ limits: ServingLimits) {
    self.sources = sources
    lifetime = TimeAmount(limits.documentTime)
    pool.start()
  }

  /// The names of the documents.
  var names: Set<String> { Set(sources.keys) }

  /// Returns a document.
  ///
  /// - Parameters:
  ///   - name: one of ``names``.
  ///   - loop: the event loop of the future.
  /// - Returns: the text, or the error of its source.
  func text(of name: String, on loop: any EventLoop) -> EventLoopFuture<String> {
    let (text, isNew) = made.withLock { made in
      if let last = made[name], last.time.map({ .now() - $0 < lifetime }) ?? true {
        return (last.text, false)
      }
      guard let source = sources[name] else {
        preconditionFailure("The rules name only documents that there are.")
      }
      let text = pool.runIfActive(eventLoop: loop, source)
      made[name] = Made(text: text, time: nil)
      return (text, true)
    }
    if isNew {
      text.whenComplete { [weak self] _ in self?.stamp(name) }
    }
    return text
  }

  private func stamp(_ name: String) { made.withLock { $0[name]?.time = .now() } }

  /// Ends the thread, after the document in progress.
  func end() { pool.shutdownGracefully { _ in } }
}
