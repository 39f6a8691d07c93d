// One island, one step back: loads it, adds what chance and hints wish, tries its cases, and bends the law where it must.

import { ContactSet } from '../../collide/contact-set.ts';
import { type Impulses, makeImpulses, type Overrides } from '../../forward/impulses.ts';
import { type Islands, makeIslands } from '../../islands.ts';
import type { Model } from '../../model.ts';
import { makeMotion, type Motion } from '../../motion.ts';
import { isBall } from '../is-ball.ts';
import { chooseCase, type ClosureWork, type IslandStep, type Trial } from './closure.ts';
import { Inelastic } from './inelastic.ts';
import { BOUNCE, NOTHING, ReverseKick } from './reverse-kick.ts';
import { horizontal, horizontalPart } from '../horizontal.ts';
import type { Aim } from '../goals/aims.ts';
import { arrivalThrough } from '../goals/through.ts';
import type { Plan } from '../pass/plan.ts';
import { type StepBack, Wishes } from './wishes.ts';

export class IslandBack {
  readonly kick = new ReverseKick();
  readonly wishes = new Wishes();
  readonly contacts = new ContactSet();
  readonly islands: Islands = makeIslands();
  /** Velocities before, of islands that were taken back. */
  readonly before: Motion;
  /** Where the forward kick comes to from there. */
  readonly again: Motion;
  readonly result: Trial = { defect: 0, closes: true, parted: 0, isSolved: true };
  readonly overrides: Required<Pick<Overrides, 'restitution' | 'friction' | 'allowPull'>>;
  /** Whether the contacts of the last island had another law than the scene's. */
  isBent = false;
  private readonly model: Model;
  private readonly plan: Plan;
  private readonly up: Float64Array;
  private readonly impulses: Impulses;
  private readonly work: ClosureWork;
  private readonly side = new Float64Array(3);
  private readonly inelastic: Inelastic;

  /** @param takesFirst  of several cases that close, the one tried first will do */
  constructor(model: Model, plan: Plan, up: Float64Array, takesFirst = false) {
    const { bodies } = model;
    this.model = model;
    this.plan = plan;
    this.up = up;
    this.before = makeMotion(bodies);
    this.inelastic = new Inelastic(bodies);
    this.again = makeMotion(bodies);
    this.impulses = makeImpulses(256, model.jointRows);
    this.overrides = {
      restitution: new Float64Array(256).fill(Number.NaN),
      friction: new Float64Array(256).fill(Number.NaN),
      allowPull: new Uint8Array(256),
    };
    this.work = {
      trial: makeMotion(bodies),
      again: this.again,
      impulses: this.impulses,
      overrides: this.overrides,
      takesFirst,
    };
  }

  /** What whoever wishes for something sees of steps of these poses and this motion. */
  seenAt(model: Model, poses: Float64Array, motion: Motion): StepBack {
    const { up, contacts, wishes } = this;
    return { model, up, poses, motion, contacts, wishes };
  }

  /** Makes room for the contacts that were found; nothing is wished. */
  prepare(): void {
    const { count } = this.contacts;
    this.wishes.clear(count);
    if (this.overrides.restitution.length >= count) return;
    const room = 2 * count;
    this.impulses.normal = new Float64Array(room);
    this.impulses.tangential = new Float64Array(3 * room);
    this.impulses.rolling = new Float64Array(3 * room);
    this.overrides.restitution = new Float64Array(room).fill(Number.NaN);
    this.overrides.friction = new Float64Array(room).fill(Number.NaN);
    this.overrides.allowPull = new Uint8Array(room);
  }

  /** The same for an island of one body with all the contacts that were found. */
  prepareAlone(body: number): void {
    const { islands } = this;
    const { count } = this.contacts;
    if (islands.bodies.length === 0) {
      islands.bodies = new Int32Array(1);
      islands.bodyStart = new Int32Array(2);
      islands.contactStart = new Int32Array(2);
      islands.jointStart = new Int32Array(2);
    }
    if (islands.contacts.length < count) islands.contacts = new Int32Array(2 * count);
    islands.count = 1;
    islands.bodies[0] = body;
    islands.bodyStart[1] = 1;
    islands.contactStart[1] = count;
    for (let c = 0; c < count; c++) islands.contacts[c] = c;
    this.prepare();
  }

  /**
   * Takes the step back that ends at `tick`; velocities before are then in `before`.
   * @param bends   where there is no past, take the nearest one with other laws
   * @param choose  told of bodies about which something was chosen
   * @returns false where the island has no past, unless `bends`
   */
  take(
    island: number,
    tick: number,
    mid: Float64Array,
    after: Motion,
    bends: boolean,
    choose: (body: number) => void,
  ): boolean {
    const { model, kick, islands, contacts, wishes, result } = this;
    const time = (tick - 1) * model.timeStep;
    const step: IslandStep = { model, mid, contacts, islands, island, time, after };
    kick.load(model, mid, contacts, islands, island, time, after, wishes);
    this.comeSideways(tick, mid, after, choose);
    this.keepRolling();
    this.isBent = this.hasOtherLaw();
    this.setOverrides(this.isBent);
    if (!bends && this.inelastic.applies(step, wishes))
      this.inelastic.take({
        step,
        kick,
        wishes,
        work: this.work,
        hasOverrides: this.isBent,
        before: this.before,
        out: result,
      });
    else chooseCase(kick, step, this.work, this.isBent, this.before, result);
    if (result.closes && !this.sinks()) return true;
    if (!bends) return false;
    // Nothing closes: let what parts too slowly to have bounced do so without loss.
    if (this.unbend()) {
      this.isBent = true;
      this.setOverrides(true);
      chooseCase(kick, step, this.work, true, this.before, result);
      if (!result.isSolved || this.sinks()) {
        kick.dropFriction();
        this.unbend();
        chooseCase(kick, step, this.work, true, this.before, result);
      }
    }
    return true;
  }

  private hasOtherLaw(): boolean {
    const { kick, wishes } = this;
    for (let k = 0; k < kick.count; k++) {
      const c = kick.contact[k];
      if (!Number.isNaN(wishes.restitution[c]) || wishes.pull[c] === 1) return true;
    }
    return false;
  }

  /** Contacts that part slowly though nothing bounced, and come out of each other: they would sink in for ever. */
  private sinks(): boolean {
    const { kick, contacts, model, wishes } = this;
    for (let k = 0; k < kick.count; k++) {
      if (kick.mode[k] !== NOTHING) continue;
      const c = kick.contact[k];
      const speed = kick.normalSpeedBefore(k);
      const { margins } = model.collider;
      const margin = Math.min(
        margins[contacts.a[c]] || Number.POSITIVE_INFINITY,
        margins[contacts.b[c]] || Number.POSITIVE_INFINITY,
      );
      // What is known to have rested or bounced there may have come that deep.
      const parting = Math.max(speed, kick.normalSpeed[k]);
      const fastest = 2 * model.bounceSpeed + parting / Math.max(kick.restitution[k], 0.1);
      const room = wishes.motionOf >= 0 ? fastest * model.timeStep : 0;
      if (speed > 1e-9 && contacts.gaps[c] - speed * model.timeStep < -margin - room) return true;
    }
    return false;
  }

  /** Makes slow partings bounce with restitution 1; false where there are none. */
  private unbend(): boolean {
    const { kick } = this;
    let any = false;
    for (let k = 0; k < kick.count; k++) {
      if (kick.normalSpeed[k] <= this.model.stillSpeed) continue;
      kick.mode[k] = BOUNCE;
      kick.restitution[k] = 1;
      kick.isForced[k] = 1;
      any = true;
    }
    return any;
  }

  /** A ball that bounces without slipping, with no time left for another bounce before, may come from the side. */
  private comeSideways(tick: number, mid: Float64Array, after: Motion, choose: (body: number) => void): void {
    const { kick, contacts, model, plan, up } = this;
    if (kick.count !== 1 || kick.mode[0] !== BOUNCE || kick.slidingSpeed[0] > model.stillSpeed) return;
    const c = kick.contact[0];
    const body = contacts.a[c];
    if (!isBall(model, body) || model.isDynamic[contacts.b[c]] === 1 || !(kick.friction[0] > 0)) return;
    const { normals } = contacts;
    const steep = normals[3 * c] * up[0] + normals[3 * c + 1] * up[1] + normals[3 * c + 2] * up[2];
    if (steep < 0.99) return;
    const speed = kick.normalSpeed[0] / kick.restitution[0];
    const g = Math.abs(model.gravity[0] * up[0] + model.gravity[1] * up[1] + model.gravity[2] * up[2]);
    // Still in the air at the start: no bounce before this one.
    if (2 * speed < g * tick * model.timeStep * 0.98) return;
    // Friction can take |u| ≤ 7/2 μ (1 + 1/α) u_n⁺ from a solid ball.
    // and spins it by 5/7 |u|/r: it does not spin faster than it falls
    const taken = 3.5 * kick.friction[0] * (1 + 1 / kick.restitution[0]) * kick.normalSpeed[0];
    const most = Math.min(taken, 1.4 * speed);
    if (plan.aim !== undefined && plan.hint(body)?.from === undefined) {
      // a goal is worth as much spin as still looks natural
      this.comeThrough(plan.aim, body, (tick - 0.5) * model.timeStep, Math.min(taken, 2 * speed), mid, after);
      return;
    }
    const { share, angle } = plan.sideways(body);
    choose(body);
    if (share === 0) return;
    const hint = plan.hint(body);
    if (hint?.from === undefined) horizontal(this.side, up, angle);
    else horizontalPart(this.side, hint.from, up);
    for (let k = 0; k < 3; k++) this.side[k] *= -share * most;
    kick.wishTangential(0, this.side[0], this.side[1], this.side[2]);
  }

  /**
   * A ball whose first bounce this is comes from a place, as nearly as friction allows: what it takes from a ball is Δv = u k / (1 + k),
   * u the speed of slip and k = I / (m r²).
   */
  private comeThrough(
    { place, time }: Aim,
    body: number,
    now: number,
    most: number,
    mid: Float64Array,
    after: Motion,
  ): void {
    const { kick, model, side, up } = this;
    if (!(now - time > model.timeStep)) return;
    const at = mid.subarray(7 * body, 7 * body + 3);
    arrivalThrough(side, place, at, now - time, model.gravity);
    for (let i = 0; i < 3; i++) side[i] -= after.velocities[3 * body + i];
    const rise = side[0] * up[0] + side[1] * up[1] + side[2] * up[2];
    const { radius } = model.scene.bodies[body].shape as { readonly radius: number };
    const k = model.inertias[3 * body] / (model.masses[body] * radius * radius);
    let square = 0;
    for (let i = 0; i < 3; i++) {
      side[i] = ((1 + k) / k) * (side[i] - rise * up[i]);
      square += side[i] * side[i];
    }
    const share = Math.min(1, (0.98 * most) / Math.max(Math.sqrt(square), 1e-300));
    kick.wishTangential(0, share * side[0], share * side[1], share * side[2]);
  }

  /**
   * A ball that bounces along without slipping must not slip at the bounce before either. There its gap g′ is another, and
   * with it its arm: what is wished is u = ½ (g′ − g) ω × n here, so that u′ = 0 there.
   */
  private keepRolling(): void {
    const { kick, contacts, model, up } = this;
    if (kick.count !== 1 || kick.mode[0] === NOTHING || !kick.sticks(0)) return;
    const c = kick.contact[0];
    if (!isBall(model, contacts.a[c]) || model.isDynamic[contacts.b[c]] === 1) return;
    const { normals } = contacts;
    const steep = normals[3 * c] * up[0] + normals[3 * c + 1] * up[1] + normals[3 * c + 2] * up[2];
    if (steep < 1 - 1e-12 || kick.hasTangentialWish(0)) return;
    const speed = kick.mode[0] === BOUNCE ? kick.normalSpeed[0] / kick.restitution[0] : this.wishes.normal[c];
    if (!(speed > 0) || !kick.turns(0)) return;
    const rise = this.gapBefore(c, speed) - contacts.gaps[c];
    if (!Number.isFinite(rise)) return;
    // The spin before depends on the wish, by a part in R/rise: three rounds are rounding.
    for (let round = 0; round < 3; round++) {
      if (!kick.solve()) return;
      const w = kick.members.now;
      const nx = normals[3 * c];
      const ny = normals[3 * c + 1];
      const nz = normals[3 * c + 2];
      kick.wishTangential(
        0,
        0.5 * rise * (w[4] * nz - w[5] * ny),
        0.5 * rise * (w[5] * nx - w[3] * nz),
        0.5 * rise * (w[3] * ny - w[4] * nx),
      );
    }
  }

  /** The gap [m] at which a ball that comes down with this speed has bounced before, on the same ground; NaN: never. */
  private gapBefore(c: number, speed: number): number {
    const { contacts, model, up } = this;
    const h = model.timeStep;
    const g = -(model.gravity[0] * up[0] + model.gravity[1] * up[1] + model.gravity[2] * up[2]);
    if (!(g > 0)) return Number.NaN;
    const { margins } = model.collider;
    const margin = Math.min(
      margins[contacts.a[c]],
      margins[contacts.b[c]] > 0 ? margins[contacts.b[c]] : Number.POSITIVE_INFINITY,
    );
    const gap = (k: number) => contacts.gaps[c] + speed * k * h - 0.5 * g * h * h * k * (k - 1);
    // Midpoints lie on a parabola: the later root of gap = margin, and the step after it.
    let k = Math.max(2, Math.floor((2 * speed) / (g * h)) - 2);
    while (gap(k) > margin) k++;
    return gap(k);
  }

  /** Writes what the forward kick is told about this island's contacts. */
  private setOverrides(used: boolean): void {
    const { kick, overrides, contacts, model } = this;
    for (let k = 0; k < kick.count; k++) {
      const c = kick.contact[k];
      const own = model.restitution(contacts.a[c], contacts.b[c]);
      overrides.restitution[c] = used && kick.restitution[k] !== own ? kick.restitution[k] : Number.NaN;
      overrides.friction[c] = Number.NaN;
      overrides.allowPull[c] = this.wishes.pull[c];
    }
  }
}
