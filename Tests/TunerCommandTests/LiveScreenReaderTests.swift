// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("Keys of tuner live --screen-reader")
struct LiveScreenReaderTests {
  private let tuner = Program("tuner")

  // Gives the program a terminal, presses the keys of the first argument without Enter, ends it by
  // the second argument, and prints the lines and the terminal's modes.
  private static let script = """
    import os, pty, select, signal, subprocess, sys, termios
    reader, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    process = subprocess.Popen(
        sys.argv[3:], stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL)
    lines = b""
    def until(text):
        global lines
        while text not in lines:
            if not select.select([reader], [], [], 20)[0]:
                sys.exit("no " + text.decode())
            lines += os.read(reader, 65536)
    until(b"\\n")
    flags = termios.tcgetattr(terminal)[3]
    print("keys" if not flags & (termios.ICANON | termios.ECHO) else "lines")
    for key in sys.argv[1].split():
        os.write(reader, key.encode())
        until({"3": b"string 3 locked", "9": b"There is no string 9", "?": b"q: quit"}[key])
    if sys.argv[2] == "q":
        os.write(reader, b"q")
    else:
        process.send_signal(getattr(signal, sys.argv[2]))
    print("status", process.wait(20))
    print("restored" if termios.tcgetattr(terminal) == before else "changed")
    while select.select([reader], [], [], 0)[0]:
        lines += os.read(reader, 65536)
    print(lines.decode())
    """

  @Test(
    "act without Enter and without an echo, and the terminal has its mode again at the end",
    arguments: [("q", "status 0"), ("SIGTERM", "status 130")])
  func keys(end: String, status: String) throws {
    let pluck = WAVE.pluck(111, rate: 16000)
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats((0..<20).flatMap { _ in pluck }, rate: 16000)
    ])
    let outcome = try Program(path: "/usr/bin/python3").run(
      [
        "-c", Self.script, "3 9 ?", end, tuner.path, "live", "--screen-reader", "--language", "en",
        "--no-report", "--no-practice", "--input", files.path + "/take.wav",
      ],
      environment: [
        "XDG_CONFIG_HOME": files.path + "/config", "LC_ALL": "C.UTF-8", "TERM": "xterm",
      ])
    let lines = outcome.output.split(whereSeparator: \.isNewline)
    #expect(lines.prefix(3) == ["keys", Substring(status), "restored"], "\(outcome)")
    #expect(lines.contains("string 3 locked"), "\(outcome.output)")
    #expect(!outcome.output.contains("\u{1B}"), "\(outcome.output)")
  }
}
