// SPDX-License-Identifier: MIT

package import PracticeGoals

/// The kinds of exercise that an export of Apple Health can have.
package enum HealthActivity {
  /// The names of `HKWorkoutActivityType` in HealthKit, as an export writes them after its prefix;
  /// the first letter is in lower case.
  package static let names = [
    "americanFootball", "archery", "australianFootball", "badminton", "barre", "baseball",
    "basketball", "bowling", "boxing", "cardioDance", "climbing", "cooldown", "coreTraining",
    "cricket", "crossCountrySkiing", "crossTraining", "curling", "cycling", "dance",
    "danceInspiredTraining", "discSports", "downhillSkiing", "elliptical", "equestrianSports",
    "fencing", "fishing", "fitnessGaming", "flexibility", "functionalStrengthTraining", "golf",
    "gymnastics", "handCycling", "handball", "highIntensityIntervalTraining", "hiking", "hockey",
    "hunting", "jumpRope", "kickboxing", "lacrosse", "martialArts", "mindAndBody", "mixedCardio",
    "mixedMetabolicCardioTraining", "other", "paddleSports", "pickleball", "pilates", "play",
    "preparationAndRecovery", "racquetball", "rowing", "rugby", "running", "sailing",
    "skatingSports", "snowSports", "snowboarding", "soccer", "socialDance", "softball", "squash",
    "stairClimbing", "stairs", "stepTraining", "surfingSports", "swimBikeRun", "swimming",
    "tableTennis", "taiChi", "tennis", "trackAndField", "traditionalStrengthTraining",
    "transition", "underwaterDiving", "volleyball", "walking", "waterFitness", "waterPolo",
    "waterSports", "wheelchairRunPace", "wheelchairWalkPace", "wrestling", "yoga",
  ]

  /// Returns the activity with a name, in any case; `nil` for a name that no export has.
  package static func named(_ name: String) -> ExerciseActivity? {
    if name.lowercased() == ExerciseActivity.any.rawValue { return .any }
    return names.first { $0.lowercased() == name.lowercased() }.map(
      ExerciseActivity.init(rawValue:))
  }

  /// Returns the activities that a mistyped name can mean, or else some common ones.
  package static func suggestions(for name: String) -> [String] {
    let start = name.lowercased().prefix(3)
    let similar = names.filter { !start.isEmpty && $0.lowercased().hasPrefix(start) }
    return similar.isEmpty
      ? ["walking", "running", "cycling", "swimming", "dance", "yoga"] : similar
  }
}
