// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing
import TunerState
import Tuning

@testable import TunerAnalysis

@Suite("The description of a session")
struct SessionDescriptionTests {
  private func sources(_ flags: [SettingSources.Name: String] = [:]) -> SettingSources {
    SettingSources(flags: flags, environment: ["XDG_CONFIG_HOME": "/nonexistent"])
  }

  private func description(
    _ sources: SettingSources, _ change: (inout SessionChoices) throws -> Void
  ) throws -> SessionDescription {
    let settings = try sources.validated()
    var choices = SessionChoices(settings)
    try change(&choices)
    return SessionDescription(
      settings, sources, sampleRate: SampleRate(48_000), stream: nil, deviceLibrary: "1",
      choices: choices)
  }

  @Test("has the settings at the end, and what they were before with the times of the changes")
  func changes() throws {
    let sources = sources([.a4: "442", .detector: "yin", .string: "2"])
    let begin = try description(sources) { _ in }
    #expect(begin.arguments == ["--a4", "442", "--string", "2", "--detector", "yin"])
    #expect(begin.changes == nil)
    let strum = try description(sources) { $0.mode = .all }.changed(from: begin, at: 3)
    #expect(strum.arguments == ["--strum", "--a4", "442"])
    let end = try description(sources) {
      $0.mode = .all
      $0.a4 = try ReferencePitch(a4: Hertz(443))
      $0.tuning = "drop_d"
    }.changed(from: strum, at: 5.5)
    #expect(end.arguments == ["--strum", "--tuning", "drop_d", "--a4", "443"])
    #expect(end.settings.first { $0.name == "a4" }?.from == .session)
    let again = try description(sources) { _ in }.changed(
      from: description(sources) { $0.a4 = try ReferencePitch(a4: Hertz(443)) }.changed(
        from: begin, at: 1), at: 2)
    #expect(
      again.changes == [SessionDescription.Change(name: "a4", before: "442", first: 1, last: 2)])
    #expect(again.arguments == begin.arguments)
    #expect(again.changeNotice(after: 2) == nil)
    #expect(
      again.changeNotice(after: 1.5)
        == "settings changed while it was heard (a4), the last at 2.000 s")
    #expect(
      strum.changes?.map(\.name) == ["strum", "string"] && strum.changes?.first?.before == "off")
  }

  @Test("has the argument of the clock only if a clock was given or measured")
  func clock() throws {
    #expect(try description(sources()) { _ in }.arguments == [])
    let given = try description(sources([.clockPPM: "12.50"])) { _ in }
    #expect(given.arguments == ["--clock-ppm", "12.50"])
    var settings = try sources().validated()
    settings.clock = PartsPerMillion(12.5)
    let measured = SessionDescription(
      settings, sources(), sampleRate: SampleRate(48_000), stream: nil, deviceLibrary: "1")
    #expect(measured.arguments == ["--clock-ppm", "12.5"])
  }

  @Test("without a change is that of the settings")
  func unchanged() throws {
    let sources = sources([.tuning: "E2 A2 D3 G3 B3 E4", .notation: "english"])
    let description = try description(sources) { _ in }
    #expect(description.arguments == ["--tuning", "E2 A2 D3 G3 B3 E4"])
    #expect(!description.json.contains("changes"))
  }

  @Test("has names of notes in the notation that was chosen last, and no offsets of other strings")
  func notation() throws {
    let written = try description(
      sources([.tuning: "E2 A2 D3 G3 B3 E4", .temperament: "just:B"])
    ) { $0.notation = .german }
    #expect(
      written.arguments == [
        "--tuning", "E2 A2 D3 G3 H3 E4", "--temperament", "just:H", "--notation", "german",
      ])
    // The texts of the tuning and the temperament follow the notation; they did not change.
    let english = try description(
      sources([.tuning: "E2 A2 D3 G3 B3 E4", .temperament: "just:B"])
    ) { _ in }
    #expect(written.changed(from: english, at: 1).changes?.map(\.name) == ["notation"])
    let capo = try description(sources([.tuning: "chromatic", .capo: "2"])) { $0.capo = 0 }
    #expect(capo.settings.first { $0.name == "capo" }?.value == "2")
    let offset = try description(sources([.offsets: "6=2,1=3"])) { $0.tuning = "bass_standard" }
    #expect(offset.arguments == ["--tuning", "bass_standard", "--offsets", "1=3"])
    let chromatic = try description(sources()) {
      $0.tuning = "chromatic"
      $0.mode = .chromatic
    }
    #expect(chromatic.arguments == ["--tuning", "chromatic"])
  }
}
