// Events of a mode: when a trigger crosses zero, found inside the last step.
//
// A trigger is armed while it is on the side it must come from, and fires when it is seen on the other. The step is looked
// at where look-times.ts says; between two looks the crossing is found by halving on the state inside the step, to 1e−13 s.
// What fires is disarmed until the trigger is back on its side, so nothing fires twice at one instant. A trigger that is zero
// right after a reset is armed where its rate leads it back to its side: a bounce too small to be seen still counts.

import { clock } from '../code/integrate/clock.ts';
import { type Look, lookTimes } from './look-times.ts';
import type { ModeModule } from './mode-module.ts';
import { Trouble } from './trouble.ts';

/** How exactly a crossing is located [s], beside the spacing of numbers around the time. */
const EXACT = 1e-13;
/** A trigger this close to zero is zero. */
const ZERO = 1e-11;
/** Events accumulate where they will have piled up within this time [s], or are this many within a millisecond. */
const PILE = 1e-6;
const CROWD = 200;

export interface Found {
  readonly time: number;
  /** Those that fire at this instant, in the order of the text. */
  readonly events: readonly number[];
}

export class EventWatch {
  private readonly module: ModeModule;
  private readonly armed: Uint8Array;
  /** When events fired lately, the last one last. */
  private times: number[] = [];
  private lastFired = 0;

  constructor(module: ModeModule, before?: EventWatch) {
    this.module = module;
    this.armed = new Uint8Array(module.events.length);
    if (before !== undefined) this.times = before.times;
    this.rearm();
  }

  /** Arms what may fire from the state as it is in the module's inputs. */
  rearm(): void {
    this.arm([]);
  }

  save(): number[] {
    return [...this.armed, this.lastFired, ...this.times];
  }

  restore(saved: Float64Array): void {
    const count = this.armed.length;
    this.armed.set(saved.subarray(0, count));
    this.lastFired = saved[count];
    this.times = [...saved.subarray(count + 1)];
  }

  /** The first event inside the last step; the same again if asked again. */
  find(): Found | undefined {
    const { module } = this;
    if (this.armed.length === 0) return undefined;
    const armed = this.armed.slice();
    const began = module.clock[clock.began];
    const ended = module.clock[clock.time];
    let before = began;
    for (const { time: at, values } of this.looks(began, ended)) {
      const fires = module.events.some(({ edge }, e) => armed[e] !== 0 && side(values[e], edge) <= 0);
      if (fires) {
        const time = this.halve(before, at, armed);
        return { time, events: this.crossed(time, armed) };
      }
      module.events.forEach(({ edge }, e) => {
        if (side(values[e], edge) > 0) armed[e] = 1;
      });
      before = at;
    }
    this.armed.set(armed);
    return undefined;
  }

  /** Says what fired; the module's inputs hold the state after it. */
  fired(time: number, events: readonly number[], same: boolean): void {
    this.times.push(time);
    if (this.times.length > CROWD) this.times.shift();
    if (same) this.arm(events);
    else this.rearm();
    this.lastFired = same ? events[events.length - 1] : 0;
  }

  /** Whether events come faster and faster, towards an instant that no step passes. */
  accumulates(): Trouble | undefined {
    const { times, module } = this;
    const n = times.length;
    const now = times[n - 1];
    const crowded = n >= CROWD && now - times[0] < 1e-3;
    let piled = false;
    if (n >= 5) {
      const gaps = [4, 3, 2, 1].map((back) => times[n - back] - times[n - back - 1]);
      const shrinking = gaps.every((gap, k) => k === 0 || gap < gaps[k - 1] || gap === 0);
      const last = gaps[gaps.length - 1];
      const ratio = last / Math.max(gaps[gaps.length - 2], Number.MIN_VALUE);
      piled = shrinking && last * ratio <= PILE * Math.max(0, 1 - ratio);
    }
    if (!crowded && !piled) return undefined;
    const event = module.events[Math.min(this.lastFired, module.events.length - 1)];
    return new Trouble(
      module.program.system,
      now,
      'events follow each other faster and faster and pile up at this instant',
      event?.span ?? [0, 0],
      'let another mode take over once what moves has become slow, such as resting: when speed falls { goto Rest; }',
    );
  }

  /** The earliest time in (from, to] at which something has crossed. */
  private halve(from: number, to: number, armed: Uint8Array): number {
    let low = from;
    let high = to;
    const enough = Math.max(EXACT, 4e-16 * Math.abs(to));
    while (high - low > enough) {
      const middle = low + 0.5 * (high - low);
      if (middle <= low || middle >= high) break;
      if (this.crossed(middle, armed).length > 0) high = middle;
      else low = middle;
    }
    return high;
  }

  /** What is armed and on the other side at a time of the last step. */
  private crossed(time: number, armed: Uint8Array): number[] {
    const { module } = this;
    module.show(time);
    const values = module.evaluate('triggers');
    const list: number[] = [];
    module.events.forEach(({ edge }, e) => {
      if (armed[e] !== 0 && side(values[e], edge) <= 0) list.push(e);
    });
    return list;
  }

  private looks(from: number, to: number): Look[] {
    const { module } = this;
    const sample = (time: number): Float64Array => {
      module.show(Math.min(Math.max(time, from), to));
      return module.evaluate('triggers');
    };
    return lookTimes(sample, module.events.length, from, to);
  }

  private arm(justFired: readonly number[]): void {
    const { module, armed } = this;
    const values = module.evaluate('triggers');
    module.events.forEach(({ edge }, e) => {
      const here = side(values[e], edge);
      const leads = side(values[module.events.length + e], edge);
      const near = Math.abs(here) <= ZERO;
      armed[e] =
        near && leads !== 0 ? (leads > 0 ? 1 : 0) : here > 0 && !(near && justFired.includes(e)) ? 1 : 0;
    });
  }
}

/** Above zero on the side that an edge comes from. */
function side(value: number, edge: 'rises' | 'falls'): number {
  return edge === 'falls' ? value : -value;
}
