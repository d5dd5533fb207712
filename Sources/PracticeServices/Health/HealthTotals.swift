// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The totals of an export of health data over a stretch of time.
///
/// Devices that measure the same metric are not added up: the source with the largest total counts.
/// A record counts if it begins within that time. Records inside a correlation are copies of others
/// and do not count.
public struct HealthTotals: Hashable, Sendable {
  /// The first moment that counts.
  public let start: WallTime
  /// The first moment that no longer counts.
  public let end: WallTime
  private var sums: [PracticeMetric: [String: Double]] = [:]

  /// Makes empty totals.
  init(from start: WallTime, to end: WallTime) {
    self.start = start
    self.end = end
  }

  /// Returns the total of a metric.
  ///
  /// - Parameter metric: the metric.
  /// - Returns: the total in the metric's unit, 0 if nothing was recorded; `nil` for a metric that
  ///   is not in health data.
  public subscript(metric: PracticeMetric) -> Double? {
    switch metric {
    case .steps, .activeEnergy, .exerciseMinutes: sums[Self.key(metric)]?.values.max() ?? 0
    case .practiceMinutes, .inTuneNotes, .timeOfDay: nil
    }
  }

  /// Adds a `Record` or a `Workout` by its attributes; ignores elements without a known metric.
  mutating func take(element: String, _ attributes: [String: String]) {
    guard let text = attributes["startDate"], let moment = HealthTime.read(text),
      moment >= start, moment < end, let (metric, amount) = Self.amount(element, attributes),
      amount >= 0, amount <= metric.largestAmount
    else { return }
    add(amount, of: Self.key(metric), from: attributes["sourceName"] ?? "")
  }

  /// Returns the metric with the name of its activity in lower case, since a goal can have been
  /// stored with other letters.
  private static func key(_ metric: PracticeMetric) -> PracticeMetric {
    guard case .exerciseMinutes(let activity) = metric else { return metric }
    return .exerciseMinutes(ExerciseActivity(rawValue: activity.rawValue.lowercased()))
  }

  /// Adds an amount, within a limit on the kinds of exercise and the sources.
  ///
  /// A file can name any number of them, and they must not fill the memory.
  private mutating func add(_ amount: Double, of metric: PracticeMetric, from source: String) {
    var sources = sums[metric] ?? [:]
    if sums[metric] == nil, sums.count >= Self.mostNames { return }
    if sources[source] == nil, sources.count >= Self.mostNames { return }
    sources[source, default: 0] += amount
    sums[metric] = sources
  }

  private static let mostNames = 500

  private static func amount(
    _ element: String, _ attributes: [String: String]
  ) -> (PracticeMetric, Double)? {
    if element == "Workout" {
      guard let type = attributes["workoutActivityType"], type.hasPrefix(activityPrefix),
        let length = attributes["duration"].flatMap(Double.init),
        let factor = minutes[attributes["durationUnit"] ?? "min"]
      else { return nil }
      let name = type.dropFirst(activityPrefix.count)
      let activity = name.prefix(1).lowercased() + name.dropFirst()
      return (.exerciseMinutes(ExerciseActivity(rawValue: activity)), length * factor)
    }
    guard let type = attributes["type"], let value = attributes["value"].flatMap(Double.init)
    else { return nil }
    let unit = attributes["unit"] ?? ""
    switch type {
    case "HKQuantityTypeIdentifierStepCount": return (.steps, value)
    case "HKQuantityTypeIdentifierActiveEnergyBurned":
      return kilocalories[unit].map { (.activeEnergy, value * $0) }
    case "HKQuantityTypeIdentifierAppleExerciseTime":
      return minutes[unit].map { (.exerciseMinutes(.any), value * $0) }
    default: return nil
    }
  }

  private static let activityPrefix = "HKWorkoutActivityType"
  private static let minutes = ["min": 1.0, "s": 1.0 / 60, "hr": 60.0]
  // The thermochemical calorie is 4.184 J by definition; HealthKit's large "Cal" is a kilocalorie.
  private static let kilocalories = ["kcal": 1.0, "Cal": 1.0, "cal": 0.001, "kJ": 1 / 4.184]
}

/// The notation of moments in an export of health data: `2026-11-21 07:30:00 +0100`.
enum HealthTime {
  /// Reads a moment; `nil` for anything else.
  static func read(_ text: String) -> WallTime? {
    let bytes = Array(text.utf8)
    guard bytes.count == 25, bytes[10] == 0x20, bytes[13] == 0x3A, bytes[16] == 0x3A,
      bytes[19] == 0x20, let day = LocalDay(String(decoding: bytes[..<10], as: UTF8.self)),
      let hour = number(bytes, 11, upTo: 23), let minute = number(bytes, 14, upTo: 59),
      let second = number(bytes, 17, upTo: 60), let zoneHour = number(bytes, 21, upTo: 23),
      let zoneMinute = number(bytes, 23, upTo: 59), bytes[20] == 0x2B || bytes[20] == 0x2D
    else { return nil }
    let offset = (zoneHour * 60 + zoneMinute) * (bytes[20] == 0x2B ? 60 : -60)
    let local = Int64(day.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return WallTime(seconds: local - Int64(offset))
  }

  private static func number(_ bytes: [UInt8], _ first: Int, upTo limit: Int) -> Int? {
    let digits = bytes[first..<(first + 2)]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return value <= limit ? value : nil
  }
}
