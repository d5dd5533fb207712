// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeServices
import Testing

@Suite("A chain of blockers")
struct BlockerChainTests {
  /// A blocker that records its calls, and fails if it has an error.
  private actor Spy: Blocker {
    private(set) var calls: [String] = []
    private let error: BlockerError?

    init(failingWith error: BlockerError? = nil) { self.error = error }

    func requestAuthorization() async throws(BlockerError) { try note("ask") }

    func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
      try note("select \(targets.count)")
    }

    func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
      try note("enforce \(blocked.count)")
    }

    private func note(_ call: String) throws(BlockerError) {
      calls.append(call)
      if let error { throw error }
    }
  }

  @Test("every blocker receives every call, also after a failure, and the first failure is thrown")
  func callsAll() async throws {
    let target = try #require(TargetID(rawValue: "app:steam"))
    let first = BlockerError.updateFailed(description: "first")
    let spies = [
      Spy(), Spy(failingWith: first), Spy(failingWith: .updateFailed(description: "second")), Spy(),
    ]
    let chain = BlockerChain(spies)
    await #expect(throws: first) { try await chain.requestAuthorization() }
    await #expect(throws: first) { try await chain.setSelection([target]) }
    await #expect(throws: first) { try await chain.enforce(blocked: [target], until: nil) }
    for spy in spies {
      #expect(await spy.calls == ["ask", "select 1", "enforce 1"])
    }
  }
}
