// The unmodified forward engine for some of a scene's bodies: those that never touch the others need not wait for them.
//
//   drift h/2 → contacts among them and with what does not move → kicks → drift h/2
//
// As in certificate.ts solves start cold, so that a group comes to where it comes in a run of everything.

import { findContactsOf, findGroundContacts } from '../../collide/collider.ts';
import { ContactSet } from '../../collide/contact-set.ts';
import { driftBody } from '../../drift.ts';
import { clearImpulses, makeImpulses } from '../../forward/impulses.ts';
import { kickIsland } from '../../forward/kick.ts';
import { findIslands, makeIslands } from '../../islands.ts';
import type { Model } from '../../model.ts';
import type { Motion } from '../../motion.ts';

export class GroupRun {
  readonly bodies: Int32Array;
  private readonly model: Model;
  private readonly isMember: Uint8Array;
  private readonly contacts = new ContactSet();
  private readonly islands = makeIslands();
  private readonly impulses;

  constructor(model: Model, bodies: readonly number[]) {
    this.model = model;
    this.bodies = Int32Array.from(bodies);
    this.isMember = new Uint8Array(model.bodies);
    for (const body of bodies) this.isMember[body] = 1;
    this.impulses = makeImpulses(64, model.jointRows);
  }

  /** Takes the members from one tick to another, in place; the other bodies are as if they were not there. */
  run(poses: Float64Array, motion: Motion, from: number, to: number): void {
    for (let tick = from; tick < to; tick++) this.step(poses, motion, tick);
  }

  private step(poses: Float64Array, motion: Motion, tick: number): void {
    const { model, bodies, contacts, islands, impulses } = this;
    const h = model.timeStep;
    for (const body of bodies) driftBody(model, poses, motion, body, 0.5 * h);
    this.findContacts(poses);
    findIslands(model, contacts, islands);
    clearImpulses(impulses, contacts.count);
    const step = { model, mid: poses, contacts, islands, time: tick * h, motion, impulses };
    for (const body of bodies) {
      const island = islands.of[body];
      // once an island: by its smallest body
      if (islands.bodies[islands.bodyStart[island]] !== body) continue;
      kickIsland(step, island);
    }
    for (const body of bodies) driftBody(model, poses, motion, body, 0.5 * h);
  }

  private findContacts(poses: Float64Array): void {
    const { model, bodies, contacts, isMember } = this;
    if (bodies.length === 1) {
      findGroundContacts(model.collider, poses, bodies[0], contacts);
      return;
    }
    findContactsOf(model.collider, poses, bodies, contacts);
    const isHere = (body: number) => model.isDynamic[body] === 0 || isMember[body] === 1;
    contacts.filter((c) => isHere(contacts.a[c]) && isHere(contacts.b[c]));
  }
}
