// SPDX-License-Identifier: MIT

/** The time between two requests in milliseconds; the server makes the document as seldom. */
const PAUSE = 10_000;
/** The names and units of the metrics; one that is not here keeps its own name. */
const METRICS = {
  practiceMinutes: ['practice', 'min'],
  inTuneNotes: ['notes in tune', ''],
  steps: ['steps', ''],
  activeEnergy: ['movement', 'kcal'],
  timeOfDay: ['time of day', ''],
};
/** What the gate does, by its presentation, with the names of what it blocks. */
const GATE = {
  locked: (names) => (names === '' ? 'Nothing is blocked.' : `Blocked: ${names}.`),
  earning: (names) => `Practice is under way. Blocked: ${names}.`,
  unlocked: () => 'Everything is open.',
  expired: (names) => `The time is up. Blocked: ${names}.`,
};

/** The practice of the day and the state of the gate at the computer that serves the page. */
export class PracticePanel {
  #section;
  #goals;
  #gate;

  /** @param {HTMLElement} section has the elements `goals` and `gate` as `data-part`. */
  constructor(section) {
    this.#section = section;
    this.#goals = section.querySelector('[data-part=goals]');
    this.#gate = section.querySelector('[data-part=gate]');
  }

  /** Shows the status from now on, and follows it while the page is visible. */
  async follow() {
    for (;;) {
      if (!document.hidden) await this.#update();
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
  }

  async #update() {
    try {
      const response = await fetch('practice.json');
      if (!response.ok) throw new TypeError(await response.text());
      this.#show((await response.json()).gate);
      this.#section.hidden = false;
    } catch (error) {
      // A computer without a journal, or one that is gone, has no status to show.
      if (!(error instanceof TypeError)) throw error;
      this.#section.hidden = true;
    }
  }

  #show({ goals, presentation, setup_step: step, blocked }) {
    this.#goals.replaceChildren(...goals.map(row));
    this.#gate.textContent = step === 'done' ? GATE[presentation](blocked.join(', ')) : '';
  }
}

/** Returns the row of a goal: its name, a bar, and the amount of today. */
function row({ metric, target, amount, ratio, status }, index) {
  const [name, unit] = METRICS[metric] ?? [metric, ''];
  const item = document.createElement('li');
  const label = document.createElement('label');
  const bar = document.createElement('progress');
  bar.id = `goal-${index}`;
  bar.value = Math.min(ratio ?? 0, 1);
  label.htmlFor = bar.id;
  // Rounded down: a goal must not look met before it is.
  const whole = (number) => (metric === 'timeOfDay' ? clock(number) : `${Math.floor(number)}`);
  const reached = amount === null ? '?' : whole(amount);
  const met = status === 'met' ? '✓' : '';
  label.textContent = [`${name} ${reached} / ${whole(target)}`, unit, met].join(' ').trim();
  item.append(label, bar);
  return item;
}

/** Returns a minute of the day as a clock shows it. */
function clock(minute) {
  const digits = (number) => `${Math.floor(number)}`.padStart(2, '0');
  return `${digits(minute / 60)}:${digits(minute % 60)}`;
}
