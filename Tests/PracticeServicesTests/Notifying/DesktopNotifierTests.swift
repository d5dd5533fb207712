// SPDX-License-Identifier: MIT

import Foundation
import PracticeServices
import ProgramRunning
import Testing

@Suite("Notifications on the desktop")
struct DesktopNotifierTests {
  let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  /// Makes a notifier whose program is a script.
  private func notifier(_ script: String) throws -> DesktopNotifier {
    let program = try place.writeProgram(script, named: "notify-send")
    let directory = (program as NSString).deletingLastPathComponent
    return try DesktopNotifier(environment: [
      "PATH": directory + ":/usr/bin:/bin", "HOME": place.path, "SECRET": "x",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
    ])
  }

  @Test("passes title and text as arguments, without a shell, an option or markup in them")
  func arguments() throws {
    let notifier = try notifier(
      """
      { printf '%s|' "$@"; printf '%s|%s' "$DBUS_SESSION_BUS_ADDRESS" "$SECRET"; cat; } > "$HOME/out"
      """)
    try notifier.show(title: "--help", body: "$(touch oops) <b>20</b> & more")
    #expect(
      try String(contentsOfFile: place.path + "/out", encoding: .utf8)
        == "--app-name=Headstock|--urgency=normal|--|--help|"
        + "$(touch oops) &lt;b&gt;20&lt;/b&gt; &amp; more|unix:path=/nowhere|")
  }

  @Test("a program that fails is an error with its last line")
  func failure() throws {
    let failing = try notifier("echo first >&2; echo 'no server' >&2; exit 1")
    let error = #expect(throws: NotificationError.failed("no server")) {
      try failing.show(title: "a", body: "b")
    }
    #expect(error?.description.hasPrefix("notify-send: no server. The notification") == true)
    #expect(throws: NotificationError.failed("was ended by signal 9")) {
      try notifier("kill -9 $$").show(title: "a", body: "b")
    }
  }

  @Test("without a session bus or the program, it says what is missing")
  func missing() throws {
    #expect(throws: NotificationError.noSession) {
      try DesktopNotifier(environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": place.path])
    }
    #expect(throws: NotificationError.noProgram) {
      try DesktopNotifier(environment: [
        "PATH": place.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
      ])
    }
    #expect("\(NotificationError.noProgram)".contains("apt install libnotify-bin"))
    #expect("\(NotificationError.noSession)".contains("DBUS_SESSION_BUS_ADDRESS"))
  }
}
