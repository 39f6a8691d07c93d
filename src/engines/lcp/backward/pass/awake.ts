// Which bodies take part in a step: those that move, and the resting ones that they touch, with everything these rest
// on or carry. The others cost nothing. Both directions use this, so that they see the same islands.

import { findContacts, findContactsOf } from '../../collide/collider.ts';
import { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';

export class Awake {
  private readonly model: Model;
  /** 1 where a body moves. */
  readonly moves: Uint8Array;
  /** Contacts of the resting bodies, where they rest: neighbours of b are others[start[b]] … */
  private readonly start: Int32Array;
  private readonly others: Int32Array;
  private readonly list: Int32Array;
  private readonly inList: Uint8Array;
  private count = 0;

  /** @param rest  poses at which bodies rest */
  constructor(model: Model, rest: Float64Array) {
    const { bodies } = model;
    this.model = model;
    this.moves = new Uint8Array(bodies);
    this.list = new Int32Array(bodies);
    this.inList = new Uint8Array(bodies);
    const contacts = new ContactSet();
    findContacts(model.collider, rest, contacts);
    const degrees = new Int32Array(bodies + 1);
    const isPair = (c: number) =>
      model.isDynamic[contacts.a[c]] === 1 && model.isDynamic[contacts.b[c]] === 1;
    for (let c = 0; c < contacts.count; c++) {
      if (!isPair(c)) continue;
      degrees[contacts.a[c] + 1]++;
      degrees[contacts.b[c] + 1]++;
    }
    for (const { a, b } of model.joints) {
      if (b < 0) continue;
      degrees[a + 1]++;
      degrees[b + 1]++;
    }
    for (let b = 0; b < bodies; b++) degrees[b + 1] += degrees[b];
    this.start = degrees;
    this.others = new Int32Array(degrees[bodies]);
    const next = degrees.slice();
    const connect = (a: number, b: number) => {
      this.others[next[a]++] = b;
      this.others[next[b]++] = a;
    };
    for (let c = 0; c < contacts.count; c++) if (isPair(c)) connect(contacts.a[c], contacts.b[c]);
    for (const { a, b } of model.joints) if (b >= 0) connect(a, b);
  }

  /** How many neighbours a body has where it rests, and which. */
  neighbours(body: number): Int32Array {
    return this.others.subarray(this.start[body], this.start[body + 1]);
  }

  /** The contacts of all that moves, and of the resting bodies these reach. False where nothing moves. */
  findContacts(poses: Float64Array, out: ContactSet): boolean {
    const { model, moves, list, inList } = this;
    this.count = 0;
    for (let b = 0; b < model.bodies; b++) if (moves[b] === 1) this.add(b);
    const moving = this.count;
    if (moving === 0) {
      out.clear();
      return false;
    }
    findContactsOf(model.collider, poses, list.subarray(0, moving), out);
    for (let c = 0; c < out.count; c++) {
      this.wake(out.a[c]);
      this.wake(out.b[c]);
    }
    // Joined bodies push each other without touching.
    if (model.joints.length > 0) for (let i = 0; i < moving; i++) this.wakeNeighbours(list[i], true);
    for (let i = moving; i < this.count; i++) this.wakeNeighbours(list[i], false);
    if (this.count > moving) findContactsOf(model.collider, poses, list.subarray(0, this.count), out);
    for (let i = 0; i < this.count; i++) inList[list[i]] = 0;
    return true;
  }

  private wake(body: number): void {
    if (this.model.isDynamic[body] === 1 && this.inList[body] === 0) this.add(body);
  }

  private wakeNeighbours(body: number, joinedOnly: boolean): void {
    if (joinedOnly) {
      for (const { a, b } of this.model.joints) {
        if (a === body && b >= 0) this.wake(b);
        if (b === body) this.wake(a);
      }
      return;
    }
    for (let i = this.start[body]; i < this.start[body + 1]; i++) this.wake(this.others[i]);
  }

  private add(body: number): void {
    this.list[this.count++] = body;
    this.inList[body] = 1;
  }
}
