// Contacts of frames, fetched when they are first asked for and kept for a while.

import type { ContactRows } from '../../../../src/record/index.ts';
import type { Film } from '../../model/film.ts';

const KEPT = 64;

export class ContactFeed {
  private readonly film: Film;
  private readonly onArrival: () => void;
  private readonly rows = new Map<number, ContactRows>();
  private asked: number | undefined;
  private wanted = -1;

  constructor(film: Film, onArrival: () => void) {
    this.film = film;
    this.onArrival = onArrival;
  }

  /** Those of a frame; undefined while they are on their way. One frame is fetched at a time: the last asked for. */
  get(index: number): ContactRows | undefined {
    this.wanted = index;
    const known = this.rows.get(index);
    if (known === undefined && this.asked === undefined) void this.fetch(index);
    return known;
  }

  private async fetch(index: number): Promise<void> {
    this.asked = index;
    try {
      const rows = await this.film.contacts(index);
      for (const old of this.rows.keys()) {
        if (this.rows.size < KEPT) break;
        this.rows.delete(old);
      }
      this.rows.set(index, rows);
    } catch {
      this.rows.set(index, nothing);
    }
    this.asked = undefined;
    this.onArrival();
    if (this.wanted !== index && !this.rows.has(this.wanted)) void this.fetch(this.wanted);
  }
}

const none = new Float64Array(0);
const no = new Uint32Array(0);
const nothing: ContactRows = {
  count: 0,
  pair: no,
  body: no,
  other: no,
  feature: no,
  point: none,
  normal: none,
  normalImpulse: none,
  tangentialImpulse: none,
  gap: none,
  slip: none,
  start: none,
  duration: none,
  friction: none,
};
