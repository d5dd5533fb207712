// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeServices
import ProgramRunning
import Testing

@Suite("The command hook")
struct CommandHookTests {
  let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  private func hook(_ script: String, timeout: Double = 3600) throws -> CommandHook {
    let program = try place.writeProgram(script, named: "hook")
    let words = [program, "a b", "$(touch oops)", "; rm -rf /", place.path + "/out"]
    return CommandHook(
      onBlock: words, onUnblock: words,
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/home", "SECRET": "x"], timeout: timeout)
  }

  private func targets(_ names: String...) -> [TargetID] {
    names.compactMap { TargetID(rawValue: $0) }
  }

  @Test("passes the arguments unchanged, and the targets in the environment")
  func arguments() async throws {
    let hook = try hook(
      """
      { printf '%s|' "$1" "$2" "$3"; printf '%s|' "$HEADSTOCK_EVENT" "$HEADSTOCK_TARGETS"
      printf '%s|%s' "$HEADSTOCK_UNTIL_MS" "$SECRET"; cat; } > "$4"
      """)
    try await hook.requestAuthorization()
    try await hook.enforce(
      blocked: targets("domain:a.org", "app:steam"), until: WallTime(milliseconds: 1234))
    #expect(
      try String(contentsOfFile: place.path + "/out", encoding: .utf8)
        == "a b|$(touch oops)|; rm -rf /|block|domain:a.org\napp:steam|1234|")
  }

  @Test("runs once for a list of targets, and again for a different list")
  func once() async throws {
    let hook = try hook("echo \"$HEADSTOCK_EVENT\" >> \"$4\"")
    for list in [targets("a:b"), targets("a:b"), [], [], targets("a:c")] {
      try await hook.enforce(blocked: list, until: nil)
    }
    #expect(
      try String(contentsOfFile: place.path + "/out", encoding: .utf8)
        == "block\nunblock\nblock\n")
  }

  @Test("a program that fails, hangs or does not exist is an error, and is tried again")
  func failures() async throws {
    let failing = try hook("exit 3")
    await #expect(
      throws: BlockerError.updateFailed(
        description: "\(place.path)/bin/hook failed with status 3")
    ) { try await failing.enforce(blocked: targets("a:b"), until: nil) }
    // The children of the program end with it: `sleep` would keep the pipe open.
    let hanging = try hook("sleep 1000 & wait", timeout: 0.2)
    let error = await #expect(throws: BlockerError.self) {
      try await hanging.enforce(blocked: targets("a:b"), until: nil)
    }
    #expect(error?.description.contains("longer than 0.2 s") == true)
    let missing = CommandHook(onBlock: ["/no/such"], onUnblock: [], environment: [:])
    await #expect(throws: BlockerError.self) { try await missing.requestAuthorization() }
    await #expect(throws: BlockerError.self) {
      try await missing.enforce(blocked: targets("a:b"), until: nil)
    }
    try await missing.enforce(blocked: [], until: nil)
  }

  @Test("a helper that takes too long is ended, and the limit is named")
  func slowHelper() async throws {
    let program = try place.writeProgram("sleep 3600", named: "helper")
    let helper = HelperBlocker(
      [program], environment: ["PATH": "/usr/bin:/bin"], leaseSeconds: 60, timeout: 0.5)
    let error = await #expect(throws: BlockerError.self) { try await helper.requestAuthorization() }
    #expect(error == .updateFailed(description: "\(program): took longer than 0.5 s"))
  }
}
