// When things begin to touch, go on touching, and part: events made once, from the contacts that any engine tells.
//
//   const events = new ContactEvents();
//   for (const record of run(simulation, plan)) for (const event of events.take(record)) …
//
// Two things touch from the start of the first step in which any of their contacts is told until the end of the last;
// steps that follow each other within one step's length are one touch. An engine tells contacts of its own steps, however
// long these are, so nothing here knows of engines.

import type { ContactRows, Recording } from '../record/index.ts';

/** Two bodies, or deformables counted on from them, a < b; vectors are what a gets, world axes. */
export interface ContactEvent {
  /** What happened. */
  readonly kind: 'begin' | 'stay' | 'end';
  /** The first of the two. */
  readonly a: number;
  /** The second of the two. */
  readonly b: number;
  /** When it begins or ends; of what stays, up to when this is told [s]. */
  readonly time: number;
  /** When the touch began [s]. */
  readonly since: number;
  /** Sum of the impulses on a since it was last told of [N s]: along the normals, and altogether. */
  readonly normalImpulse: number;
  /** Altogether, world axes [N s]. */
  readonly impulse: readonly [number, number, number];
  /** The smallest gap [m] and the largest slip [m/s] since then. */
  readonly gap: number;
  /** The largest slip since then [m/s]. */
  readonly slip: number;
  /** How many contacts the last step had between them. */
  readonly contacts: number;
}

/** What a frame tells of contacts. */
export interface FrameContacts {
  /** When it is. */
  readonly frame: { readonly time: number };
  /** What was told since the frame before. */
  readonly contacts: ContactRows;
}

/** Follows who touches whom from frame to frame. */
export class ContactEvents {
  private readonly touches = new Map<string, Touch>();

  /** One that goes on from here by itself. */
  copy(): ContactEvents {
    const copy = new ContactEvents();
    for (const [key, touch] of this.touches) copy.touches.set(key, touch.copy());
    return copy;
  }

  /** The pairs that touch now, the first of each first. */
  pairs(): (readonly [number, number])[] {
    return [...this.touches.values()].map(({ a, b }) => [a, b] as const);
  }

  /** The events up to the end of a frame, from the contacts since the frame before; in the order of their times. */
  take({ frame, contacts }: FrameContacts): ContactEvent[] {
    const events: ContactEvent[] = [];
    for (const row of inOrder(contacts)) {
      const key = `${contacts.body[row]} ${contacts.other[row]}`;
      let touch = this.touches.get(key);
      if (touch?.isOver(contacts.start[row])) {
        events.push(...touch.tell(contacts.start[row]));
        touch = undefined;
      }
      touch ??= new Touch(contacts.body[row], contacts.other[row], contacts.start[row]);
      this.touches.set(key, touch);
      touch.add(contacts, row);
    }
    for (const [key, touch] of this.touches) {
      events.push(...touch.tell(frame.time));
      if (touch.isOver(frame.time)) this.touches.delete(key);
    }
    return events.sort((x, y) => x.time - y.time || x.a - y.a || x.b - y.b);
  }
}

/** All events of a recording, frame by frame. */
export async function* contactEvents(recording: Recording): AsyncGenerator<ContactEvent, void> {
  const events = new ContactEvents();
  for (let index = 0; index < recording.frameCount; index++) {
    const [time, contacts] = await Promise.all([recording.time(index), recording.contacts(index)]);
    yield* events.take({ frame: { time }, contacts });
  }
}

/** Rows of the first sides, by the starts of their steps; equal ones as they were told. */
function inOrder({ count, body, other, start }: ContactRows): number[] {
  const rows: number[] = [];
  for (let i = 0; i < count; i++) if (body[i] < other[i]) rows.push(i);
  return rows.sort((i, j) => start[i] - start[j] || i - j);
}

class Touch {
  readonly a: number;
  readonly b: number;
  readonly since: number;
  /** The end and the length of the last step that told of it [s]. */
  private until: number;
  private stride = 0;
  private isTold = false;
  private lastStart = Number.NEGATIVE_INFINITY;
  private contacts = 0;
  private normalImpulse = 0;
  private readonly impulse: [number, number, number] = [0, 0, 0];
  private gap = Number.POSITIVE_INFINITY;
  private slip = 0;

  constructor(a: number, b: number, since: number) {
    this.a = a;
    this.b = b;
    this.since = since;
    this.until = since;
  }

  copy(): Touch {
    const copy: Touch = Object.assign(new Touch(this.a, this.b, this.since), this);
    return Object.assign(copy, { impulse: [...this.impulse] });
  }

  add(rows: ContactRows, row: number): void {
    const { normal, normalImpulse, tangentialImpulse, slip, gap, start, duration } = rows;
    if (start[row] !== this.lastStart) this.contacts = 0;
    this.contacts++;
    this.lastStart = start[row];
    this.stride = duration[row];
    this.until = Math.max(this.until, start[row] + duration[row]);
    this.normalImpulse += normalImpulse[row];
    for (let k = 0; k < 3; k++)
      this.impulse[k] += normalImpulse[row] * normal[3 * row + k] + tangentialImpulse[3 * row + k];
    this.gap = Math.min(this.gap, gap[row]);
    const [x, y, z] = slip.subarray(3 * row, 3 * row + 3);
    this.slip = Math.max(this.slip, Math.sqrt(x * x + y * y + z * z));
  }

  /** Whether at this time [s] it has ended. */
  isOver(time: number): boolean {
    return time > this.until + this.stride;
  }

  /** What there is to tell of it at this time [s]. */
  tell(time: number): ContactEvent[] {
    const events = this.isTold ? [] : [this.event('begin', this.since)];
    if (this.isOver(time)) events.push(this.event('end', this.until));
    else if (this.isTold) events.push(this.event('stay', time));
    this.isTold = true;
    return events;
  }

  /** Sums begin anew with each. */
  private event(kind: ContactEvent['kind'], time: number): ContactEvent {
    const { a, b, since, normalImpulse, contacts, gap, slip } = this;
    const [x, y, z] = this.impulse;
    this.normalImpulse = 0;
    this.impulse.fill(0);
    this.gap = Number.POSITIVE_INFINITY;
    this.slip = 0;
    return { kind, a, b, time, since, normalImpulse, impulse: [x, y, z], gap, slip, contacts };
  }
}
