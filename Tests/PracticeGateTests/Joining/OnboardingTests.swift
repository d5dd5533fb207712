// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import Testing

@Suite("Onboarding")
struct OnboardingTests {
  private func onboarding(at step: Onboarding.Step) -> Onboarding {
    var onboarding = Onboarding()
    let way: [Onboarding.Action] = [.proceed, .dataAuthorized, .blockerAuthorized]
    for action in way where onboarding.step != step { _ = onboarding.reduce(action) }
    return onboarding
  }

  @Test("goes from welcome to done, requests each permission, and has a text for each button")
  func way() {
    var onboarding = Onboarding()
    #expect(onboarding.step == .welcome && onboarding.label == .getStarted)
    #expect(onboarding.reduce(.proceed) == [])
    #expect(onboarding.step == .dataPermission && onboarding.label == .connectHealth)
    #expect(onboarding.reduce(.proceed) == [.requestDataAuthorization])
    #expect(onboarding.reduce(.dataAuthorized) == [])
    #expect(onboarding.step == .blockerPermission && onboarding.label == .enableScreenTime)
    #expect(onboarding.reduce(.proceed) == [.requestBlockerAuthorization])
    #expect(onboarding.reduce(.blockerAuthorized) == [])
    #expect(onboarding.step == .done && onboarding.label == .getStarted)
    #expect(onboarding.reduce(.proceed) == [] && onboarding.step == .done)
  }

  @Test("a refusal is shown at its step, and asking again clears it")
  func failures() {
    var onboarding = onboarding(at: .dataPermission)
    #expect(onboarding.reduce(.dataRefused(.authorizationDenied)) == [])
    #expect(onboarding.step == .dataPermission)
    #expect(onboarding.failure == .data(.authorizationDenied))
    #expect(onboarding.reduce(.proceed) == [.requestDataAuthorization])
    #expect(onboarding.failure == nil)
    _ = onboarding.reduce(.dataAuthorized)
    _ = onboarding.reduce(.blockerRefused(.authorizationFailed))
    #expect(onboarding.step == .blockerPermission)
    #expect(onboarding.failure == .blocker(.authorizationFailed))
    _ = onboarding.reduce(.blockerAuthorized)
    #expect(onboarding.step == .done && onboarding.failure == nil)
  }

  @Test("answers for another step change nothing, and are reported")
  func outOfOrder() {
    let answers: [(Onboarding.Action, Onboarding.Step)] = [
      (.dataAuthorized, .dataPermission), (.dataRefused(.notAvailable), .dataPermission),
      (.blockerAuthorized, .blockerPermission),
      (.blockerRefused(.notAuthorized), .blockerPermission),
    ]
    for step in Onboarding.Step.allCases {
      for (action, home) in answers where home != step {
        var onboarding = onboarding(at: step)
        let before = onboarding
        #expect(onboarding.reduce(action) == [.outOfOrder(action, step)])
        #expect(onboarding == before)
      }
    }
  }

  @Test("is stored at every step, with its failure", arguments: Onboarding.Step.allCases)
  func kept(step: Onboarding.Step) throws {
    var onboarding = onboarding(at: step)
    _ = onboarding.reduce(
      .dataRefused(.queryFailed(description: "torn", fault: .exportTooOld(path: "/x"))))
    let data = try JSONEncoder().encode(onboarding)
    #expect(try JSONDecoder().decode(Onboarding.self, from: data) == onboarding)
  }
}
