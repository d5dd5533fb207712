// SPDX-License-Identifier: MIT

import PracticeGoals

extension GatePhrase {
  /// The phrase in English.
  var english: String {
    switch self {
    // The state of the gate
    case .notSetUp: "the gate is not set up. Run: tuner gate setup"
    case .nothingEnforced: "nothing is enforced: the goals were never read, or no target is set"
    case .openNow: "open"
    case .openUntil(let clock): "open until \(clock)"
    case .open(let names): "open: \(names)"
    case .openFor(let names, let time): "open: \(names), for \(time)"
    case .blocked(let names): "blocked: \(names)"
    case .lockedNothing: "locked, and nothing to block"
    case .locked(let names): "locked: \(names)"
    case .earning(let percent, let names): "earning, \(percent) % done; blocked: \(names)"
    case .timeIsUp(let time, let names):
      "time's up, \(time) to start another workout; blocked: \(names)"
    case .blocksUntil(let path, let clock): "\(path): blocks until \(clock)"
    case .leaseOver(let path):
      "\(path): the lease of the block is over. Renew or remove the block: tuner gate apply"
    case .nothing: "nothing"
    case .notBlocked(let names, let reason): "NOT blocked: \(names). \(reason)"
    case .missingSection(let path):
      "\(path) has no section of the gate. Write it: tuner gate apply, or keep tuner gate monitor running"
    case .otherSection(let path):
      "The section in \(path) does not contain this site. Write it again: tuner gate apply"
    case .overruled(let path, let line):
      "Line \(line) of \(path) gives this site another address. Remove that line"
    case .noCommand:
      "This target is not a site and has no command. Set one: tuner gate setup --on-block"
    case .stillBlocked(let path):
      "\(path) still has a section of the gate. Remove it: tuner gate apply"
    case .settingsDamaged(let kept):
      "the gate's settings were damaged, so nothing is enforced, and an existing block ends with its lease; they are kept as \(kept). Set the gate up again: tuner gate setup"
    case .exitTaken(let clock):
      "the emergency exit was used at \(clock). Close the gate again: tuner gate lock"
    // Times
    case .seconds(let seconds): "\(seconds) s"
    case .minutes(let minutes, let seconds): "\(minutes) min \(seconds) s"
    case .hours(let hours, let minutes): "\(hours) h \(minutes) min"
    case .today(let date): "today, \(date)"
    case .everyDay: "every day"
    case .onDay(let date): "on \(date)"
    case .weekday(let day): Self.english(day)
    // Goals
    case .metric(let metric): metric.words
    case .minuteUnit: "min"
    case .kilocalorieUnit: "kcal"
    case .from(let date, let what): "from \(date) on: \(what)"
    case .without(let name): "without \(name)"
    case .strategy(.all): "all of the goals"
    case .strategy(.any): "any of the goals"
    case .dataFailed(let name, let reason): "\(name): \(reason) The blocks stay as they are"
    case .healthProgress(let percent, let megabytes): "health data: \(percent) % of \(megabytes) MB"
    case .goalReached: "goal reached"
    // The results of actions
    case .restored(let path): "\(path): the section was removed"
    case .nothingToRestore(let path): "\(path): there is no section to remove"
    case .hostsFileUnknown:
      "the gate's settings can't be read, so its hosts file is unknown. Name it: tuner gate restore --hosts-file"
    case .staysClosed(let path):
      "the gate stays closed, because its hosts file is \(path). Open it: tuner gate restore"
    case .holdsUntil(let path, let clock): "\(path): the section is valid until \(clock) and stays"
    case .removalWaits(let names, let date):
      "This makes today easier, so \(names) stays until \(date). Meet the goals of today to remove it at once."
    case .removalWaitsForDay(let names, let date):
      "This makes today easier, so \(names) stays until \(date). The goals of today do not change that."
    case .exitRecorded(let clock):
      "emergency exit: the gate is open until \(clock), and the journal records this. Close it again: tuner gate lock"
    case .exitNotRecorded(let reason):
      "the emergency exit is not in the journal, so a running monitor blocks again. \(reason)"
    case .wholeHost(let address, let host): "\(address): only all of \(host) can be blocked"
    case .expiredBlockRemoved(let path): "\(path): a block was removed because its lease was over"
    case .expiredBlockRemains(let path):
      "\(path): the lease of a block is over. Remove the block: sudo tuner gate restore"
    case .unchanged(let path): "\(path): nothing to change"
    case .runToBlock(let command, let names): "run: \(command) (block: \(names))"
    case .runToUnblock(let command): "run: \(command) (block: nothing)"
    case .monitorRuns:
      "the monitor is running. End it with Ctrl-C; a block then ends with its lease"
    case .monitorEnded: "the monitor has ended"
    case .settingsChanged: "the monitor uses the changed settings"
    case .settingsWait:
      "the changed settings could unblock a target, so the monitor keeps the present ones until nothing is blocked. Meet today's goals first"
    case .settingsKept(let reason):
      "the monitor keeps the last settings and the block, because the gate's file can't be used. \(reason)"
    case .corrupt(let kept):
      "the gate's file could not be read; it is kept as \(kept). Set the gate up: tuner gate setup"
    case .diagnostic(let diagnostic): diagnostic.english
    case .blockFault(let fault): fault.english
    case .dataFault(let fault): fault.english
    case .linkLoop(let path):
      "\(path): its symbolic links form a loop. Replace one of them by a file or a directory"
    case .refusal(let refusal): refusal.english
    // Practice
    case .weekTitle: "Practice of a week"
    case .daysTitle(let count): "Practice of \(count) \(count == "1" ? "day" : "days")"
    case .nothingYet: "no practice yet. Play to: tuner live"
    case .nothingOnTheseDays: "no practice in these days. See more of them with --days"
    case .withoutGoals(let reason): "the days are shown without goals. \(reason)"
    case .exits(let clocks): "emergency exit at \(clocks)"
    case .counts(let notes, let inTune):
      "\(notes) \(notes == "1" ? "note" : "notes"), \(inTune) of them in tune"
    case .counted(let minutes): "\(minutes) min of practice counted"
    case .countedIn(let file, let minutes): "\(file): \(minutes) min of practice counted"
    case .countedOn(let file, let minutes, let date):
      "\(file): \(minutes) min of practice counted on \(date), not today"
    case .countedOver(let file, let minutes, let first, let last):
      "\(file): \(minutes) min of practice counted on \(first) and \(last), not today"
    case .countedBefore(let file): "\(file): this recording is already in the journal"
    case .incomplete(let missing): "practice is incomplete; missing updates: \(missing)"
    // The set-up
    case .setupTitle(let step):
      "\(step.rawValue) / \(SetupStep.allCases.count)  \(Self.english(step))"
    case .idea:
      "Earn your screen time by practising. Every note that the tuner detects counts as practice. Until you reach the goal of the day, the sites you choose are blocked on this machine."
    case .play: "play something"
    case .heard(let peak): "heard: \(peak) dBFS at the loudest"
    case .microphoneSilent: "nothing was heard above the noise. Check the input"
    case .microphoneMissing:
      "not checked: choose a device with --device, or a recording with --input"
    case .journalHere(let path): "\(path): practice is stored here"
    case .askTargets: "Sites, separated by spaces (such as youtube.com):"
    case .targetsMissing:
      "no site is named, so the gate has nothing to block. Name one, such as youtube.com"
    case .askGoal(let minutes): "Minutes of practice a day [\(minutes)]:"
    case .goalMissing: "Write whole minutes, such as 20"
    case .mayChange(let path): "\(path): may be changed"
    case .goal(let name, let amount): "goal: \(name) \(amount)"
    case .askContinue: "Continue? [Y/n]"
    case .askRetry: "Try again? [Y/n]"
    case .yesLetters: "y"
    case .stopped: "stopped; completed steps are kept. Continue with: tuner gate setup"
    }
  }

  private static func english(_ day: Weekday) -> String {
    switch day {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    }
  }

  private static func english(_ step: SetupStep) -> String {
    switch step {
    case .welcome: "Welcome"
    case .microphone: "Microphone"
    case .targets: "What to block"
    case .blocker: "Blocker"
    case .done: "Done. Keep tuner gate monitor running, and play to: tuner live"
    }
  }
}
