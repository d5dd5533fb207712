// SPDX-License-Identifier: MIT

import FileFormats
import PageServing
import PracticeReports
import Terminal
import TunerAnalysis

/// A live run that sends its records to the pages of a server.
struct LivePages {
  let run: LiveRun
  let configuration: PageConfiguration

  /// Serves until the session ends; prints the addresses of the page.
  ///
  /// - Throws: `ExitStatus`, `PageFolderError` and errors of standard output.
  func serve() throws {
    let server = try makeServer()
    // When the session has ended, the last records may not have been sent yet.
    defer { server.stop() }
    try LiveLines(run: run, format: .ndjson, output: { server.send($0) }).writeResults {
      if configuration.servesInterfaces, !run.configuration.isQuiet {
        StandardError.write(
          "tuner: everybody who has an address below sees the session; it is not encrypted\n")
      }
      try StandardOutput.write(server.addresses.map { $0 + "\n" }.joined())
    }
  }

  private func makeServer() throws -> PageServer {
    var place = PageServer.Configuration(
      port: configuration.port, files: try PageFolder(configuration.directory).files)
    place.servesInterfaces = configuration.servesInterfaces
    place.names = configuration.names
    place.documents = ["practice.json": { try PracticeReporting.today().json.rendered }]
    do throws(PageServerError) {
      return try PageServer(place)
    } catch {
      throw LiveFailure(message: "\(error)", status: .usage).reported()
    }
  }
}
