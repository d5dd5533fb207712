// SPDX-License-Identifier: MIT

import PageReading
import PageServing

/// A server of a small page, which ends with the value.
final class ServedPage: Sendable {
  static let html = "<!DOCTYPE html><title>page</title>"
  static let script = "export const answer = 42;\n"

  let server: PageServer

  init(
    _ limits: ServingLimits = ServingLimits(), servesInterfaces: Bool = false,
    documents: [String: @Sendable () throws -> String] = [:]
  ) throws {
    var configuration = PageServer.Configuration(
      port: 0,
      files: [
        "index.html": ServedFile(Self.html.utf8, type: "text/html"),
        "modules/main.js": ServedFile(Self.script.utf8, type: "text/javascript"),
      ])
    configuration.documents = documents
    configuration.limits = limits
    configuration.servesInterfaces = servesInterfaces
    configuration.names = ["studio.local", "Proxy.local:80", "proxy.local:8080"]
    server = try PageServer(configuration)
  }

  deinit { server.stop() }

  var host: String { "localhost:\(server.port)" }
  /// The path of the page.
  var root: String { "/\(server.token.text)/" }

  func client(receiveBytes: Int32? = nil) throws -> RawClient {
    try RawClient(port: server.port, receiveBytes: receiveBytes)
  }

  /// Sends a request and reads the response.
  func response(to lines: [String]) throws -> RawClient.Response {
    let client = try client()
    client.sendHead(lines)
    return try client.response(hasBody: !lines[0].hasPrefix("HEAD "))
  }

  /// Opens the records as a page of this server does.
  func page(receiveBytes: Int32? = nil) throws -> RawClient {
    let client = try client(receiveBytes: receiveBytes)
    let response = try client.openWebSocket(
      root + PageServer.recordsName, host: host, fields: ["Origin: http://\(host)"])
    guard response.status == 101 else { throw RawClient.ReadError.ended }
    return client
  }
}
