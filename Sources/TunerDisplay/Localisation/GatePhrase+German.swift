// SPDX-License-Identifier: MIT

import PracticeGoals

extension GatePhrase {
  /// The phrase in German.
  var german: String {
    switch self {
    // The state of the gate
    case .notSetUp: "die Schranke ist nicht eingerichtet. Ruf auf: tuner gate setup"
    case .nothingEnforced:
      "nichts wird gesperrt: die Ziele wurden nie gelesen, oder es gibt keine Seiten"
    case .openNow: "offen"
    case .openUntil(let clock): "offen bis \(clock)"
    case .open(let names): "offen: \(names)"
    case .openFor(let names, let time): "offen: \(names), noch \(time)"
    case .blocked(let names): "gesperrt: \(names)"
    case .lockedNothing: "geschlossen, und nichts zu sperren"
    case .locked(let names): "geschlossen: \(names)"
    case .earning(let percent, let names): "Übung läuft, \(percent) % geschafft; gesperrt: \(names)"
    case .timeIsUp(let time, let names):
      "die Zeit ist um, \(time) für den Beginn der nächsten Übung; gesperrt: \(names)"
    case .blocksUntil(let path, let clock): "\(path): sperrt bis \(clock)"
    case .leaseOver(let path):
      "\(path): die Frist der Sperre ist zu Ende. Erneuer oder entfern sie: tuner gate apply"
    case .nothing: "nichts"
    case .notBlocked(let names, let reason): "NICHT gesperrt: \(names). \(reason)"
    case .missingSection(let path):
      "\(path) hat keinen Abschnitt der Schranke. Schreib ihn: tuner gate apply, oder lass tuner gate monitor laufen"
    case .otherSection(let path):
      "Der Abschnitt in \(path) nennt es nicht. Schreib ihn neu: tuner gate apply"
    case .overruled(let path, let line):
      "Zeile \(line) von \(path) gibt eine andere Adresse an. Entfern diese Zeile"
    case .noCommand:
      "Es ist keine Seite und hat keinen Befehl. Setz einen: tuner gate setup --on-block"
    case .stillBlocked(let path):
      "\(path) hat noch einen Abschnitt der Schranke. Entfern ihn: tuner gate apply"
    case .settingsDamaged(let kept):
      "die Einstellungen der Schranke waren beschädigt, daher gilt nichts, und eine Sperre endet mit ihrer Frist; sie bleiben als \(kept). Richte die Schranke neu ein: tuner gate setup"
    case .exitTaken(let clock):
      "der Notausgang wurde um \(clock) benutzt. Schließ die Schranke wieder: tuner gate lock"
    // Times
    case .seconds(let seconds): "\(seconds) s"
    case .minutes(let minutes, let seconds): "\(minutes) min \(seconds) s"
    case .hours(let hours, let minutes): "\(hours) h \(minutes) min"
    case .today(let date): "heute, \(date)"
    case .everyDay: "jeden Tag"
    case .onDay(let date): "am \(date)"
    case .weekday(let day): Self.german(day)
    // Goals
    case .metric(let metric): Self.german(metric)
    case .minuteUnit: "min"
    case .kilocalorieUnit: "kcal"
    case .from(let date, let what): "ab \(date): \(what)"
    case .without(let name): "ohne \(name)"
    case .strategy(.all): "alle Ziele"
    case .strategy(.any): "eines der Ziele"
    case .dataFailed(let name, let reason): "\(name): \(reason) Die Sperren bleiben, wie sie sind"
    case .healthProgress(let percent, let megabytes):
      "Gesundheitsdaten: \(percent) % von \(megabytes) MB"
    case .goalReached: "Ziel erreicht"
    // The results of actions
    case .restored(let path): "\(path): der Abschnitt ist entfernt"
    case .nothingToRestore(let path): "\(path): es gibt keinen Abschnitt zu entfernen"
    case .hostsFileUnknown:
      "die Einstellungen der Schranke sind nicht lesbar, daher ist ihre Hosts-Datei unbekannt. Nenn sie: tuner gate restore --hosts-file"
    case .staysClosed(let path):
      "die Schranke bleibt geschlossen, denn ihre Hosts-Datei ist \(path). Öffne sie: tuner gate restore"
    case .holdsUntil(let path, let clock): "\(path): der Abschnitt gilt bis \(clock) und bleibt"
    case .removalWaits(let names, let date):
      "Das macht den Tag leichter, daher bleibt \(names) bis \(date). Erreich die Ziele von heute, um es sofort zu entfernen"
    case .removalWaitsForDay(let names, let date):
      "Das macht den Tag leichter, daher bleibt \(names) bis \(date). Die Ziele von heute ändern das nicht"
    case .exitRecorded(let clock):
      "Notausgang: die Schranke ist offen bis \(clock), und das steht im Tagebuch. Schließ sie wieder: tuner gate lock"
    case .exitNotRecorded(let reason):
      "der Notausgang steht nicht im Tagebuch, daher sperrt ein laufender Wächter wieder. \(reason)"
    case .wholeHost(let address, let host): "\(address): nur \(host) als Ganzes lässt sich sperren"
    case .expiredBlockRemoved(let path): "\(path): eine Sperre war abgelaufen und wurde entfernt"
    case .expiredBlockRemains(let path):
      "\(path): eine Sperre ist abgelaufen. Entfernen mit: sudo tuner gate restore"
    case .unchanged(let path): "\(path): nichts zu ändern"
    case .runToBlock(let command, let names): "Aufruf: \(command) (sperren: \(names))"
    case .runToUnblock(let command): "Aufruf: \(command) (sperren: nichts)"
    case .monitorRuns:
      "die Schranke wird bewacht. Ende mit Strg-C; eine Sperre läuft dann mit ihrer Frist ab"
    case .monitorEnded: "die Schranke wird nicht mehr bewacht"
    case .settingsChanged: "die geänderten Einstellungen gelten jetzt"
    case .settingsWait:
      "die geänderten Einstellungen könnten etwas öffnen, daher gelten die bisherigen, bis nichts mehr gesperrt ist. Erreich zuerst die Ziele von heute"
    case .settingsKept(let reason):
      "die letzten Einstellungen und die Sperre gelten weiter, denn die Datei der Schranke ist nicht benutzbar. \(reason)"
    case .corrupt(let kept):
      "die Datei der Schranke ist unverständlich; sie bleibt als \(kept). Richte die Schranke ein: tuner gate setup"
    case .diagnostic(let diagnostic): diagnostic.german
    case .blockFault(let fault): fault.german
    case .dataFault(let fault): fault.german
    case .linkLoop(let path):
      "\(path): Die symbolischen Links führen im Kreis. Ersetze einen durch eine Datei oder ein Verzeichnis"
    case .refusal(let refusal): refusal.german
    // Practice
    case .weekTitle: "Übung einer Woche"
    case .daysTitle(let count): "Übung von \(count) \(count == "1" ? "Tag" : "Tagen")"
    case .nothingYet: "noch nichts gehört. Spiel vor: tuner live"
    case .nothingOnTheseDays: "keine Übung an diesen Tagen. Mehr Tage zeigt --days"
    case .withoutGoals(let reason): "die Tage stehen ohne Ziele da. \(reason)"
    case .exits(let clocks): "Notausgang um \(clocks)"
    case .counts(let notes, let inTune):
      "\(notes) \(notes == "1" ? "Ton" : "Töne"), \(inTune) davon \(inTune == "1" ? "stimmt" : "stimmen")"
    case .counted(let minutes): "\(minutes) min Übung notiert"
    case .countedIn(let file, let minutes): "\(file): \(minutes) min Übung notiert"
    case .countedOn(let file, let minutes, let date):
      "\(file): \(minutes) min Übung für den \(date) notiert, nicht für heute"
    case .countedOver(let file, let minutes, let first, let last):
      "\(file): \(minutes) min Übung für den \(first) und den \(last) notiert, nicht für heute"
    case .countedBefore(let file): "\(file): diese Aufnahme steht schon im Tagebuch"
    case .incomplete(let missing): "die Übung ist unvollständig; fehlende Messungen: \(missing)"
    // The set-up
    case .setupTitle(let step):
      "\(step.rawValue) / \(SetupStep.allCases.count)  \(Self.german(step))"
    case .idea:
      "Verdien dir deine Bildschirmzeit durch Üben. Jeder Ton, den das Stimmgerät erkennt, zählt als Übung. Bis das Tagesziel erreicht ist, sind die gewählten Seiten auf diesem Rechner gesperrt."
    case .play: "spiel etwas"
    case .heard(let peak): "gehört: höchstens \(peak) dBFS"
    case .microphoneSilent: "über dem Rauschen war nichts zu hören. Prüf den Eingang"
    case .microphoneMissing:
      "nicht geprüft: wähl ein Gerät mit --device oder eine Aufnahme mit --input"
    case .journalHere(let path): "\(path): hier steht, was du übst"
    case .askTargets: "Seiten, durch Leerzeichen getrennt (etwa youtube.com):"
    case .targetsMissing:
      "keine Seite ist genannt, es gibt also nichts zu sperren. Nenn eine, etwa youtube.com"
    case .askGoal(let minutes): "Minuten Übung am Tag [\(minutes)]:"
    case .goalMissing: "Schreib ganze Minuten, etwa 20"
    case .mayChange(let path): "\(path): darf geändert werden"
    case .goal(let name, let amount): "Ziel: \(name) \(amount)"
    case .askContinue: "Weiter? [J/n]"
    case .askRetry: "Noch einmal? [J/n]"
    case .yesLetters: "j"
    case .stopped: "angehalten; was fertig ist, bleibt. Weiter mit: tuner gate setup"
    }
  }

  private static func german(_ day: Weekday) -> String {
    switch day {
    case .monday: "Mo"
    case .tuesday: "Di"
    case .wednesday: "Mi"
    case .thursday: "Do"
    case .friday: "Fr"
    case .saturday: "Sa"
    case .sunday: "So"
    }
  }

  private static func german(_ step: SetupStep) -> String {
    switch step {
    case .welcome: "Willkommen"
    case .microphone: "Mikrofon"
    case .targets: "Was gesperrt wird"
    case .blocker: "Sperre"
    case .done: "Fertig. Lass tuner gate monitor laufen, und spiel vor: tuner live"
    }
  }

  private static func german(_ metric: PracticeMetric) -> String {
    switch metric {
    case .practiceMinutes: "Übung"
    case .inTuneNotes: "Töne gestimmt"
    case .steps: "Schritte"
    case .activeEnergy: "Energie"
    case .exerciseMinutes(.any): "Bewegung"
    case .exerciseMinutes(let activity): "Bewegung (\(activity.rawValue))"
    case .timeOfDay: "Uhrzeit"
    }
  }
}
