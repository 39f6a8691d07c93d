// A body alone with contacts that rest afterwards: its velocities before, found with the forward kick F itself.
//
// F maps many motions to one: it takes away what goes into the contacts and brakes what slides. So what was before is a
// wished motion w, corrected in the two ways that F leaves apart:
//
//   w ← w + (v⁺ − F(w))                                  along what F keeps: friction, however F shares the load out
//   w ← w − M⁻¹Jᵀ (J M⁻¹Jᵀ)⁺ u′(w)                       across it, for contacts that stay: u′ = 0 in the step before
//
// and, where something bounced in the same step, to the speed that it bounced from. u′ is the velocity of a contact after
// the step before, at its midpoint. Points on a turning body go round, so a contact that stays has a velocity of about
// h ω² r here. Both corrections gain a factor of about h ω a round. The equations of the seed, (8) to (10), say the same
// where the load is determined; where four corners share it they do not say how.
//
// On a face with some corners that bounce and some that stay the two corrections chase each other: there Newton's method
// (newton-back.ts) asks for both at once. The kick is then begun from its last impulses, since which of the many ways to
// share the load it finds jumps with w. What is left of a speed that should be nothing, below stillSpeed, is rounding that
// has grown on the way: it is taken from the motion after the step, and a knot of the log says by how much.

import { rotateByQuaternion, unrotateByQuaternion } from '../../../../num/index.ts';
import type { ContactSet } from '../../collide/contact-set.ts';
import { driftBody } from '../../drift.ts';
import type { Model } from '../../model.ts';
import { makeMotion, type Motion } from '../../motion.ts';
import { writeMomentum, writeVelocity } from '../../state.ts';
import { bodyDefect, CLOSES, type ClosureWork, forwardFrom, type IslandStep, type Trial } from './closure.ts';
import { BOUNCE, NOTHING, REST, type ReverseKick } from './reverse-kick.ts';
import { NewtonBack } from './newton-back.ts';
import { PARTS_ON, STAYS, STAYS_SLIDING, type Wishes } from './wishes.ts';

const MOST_ROUNDS = 24;
/** Rounds that gain less than half before it is given up. */
const MOST_STUCK = 3;
/** What comes slower than this [m/s] and is near already has been there. */
const GRAZES = 0.01;
/** Of contacts that may have bounced in the same step, so many are doubted. */
const MOST_BOUNCES = 3;
const MOST_SWEEPS = 200;
/** Corrections end where none is more than this [m/s]. */
const STILL = 1e-12;
/** What a contact that stays may still move in the step before [m/s]: below what counts as moving. */
const STAYED = 5e-7;
/** What the kick may miss by [m/s] where that is its own precision: a load that is shared is solved to no more. */
const SNAPS = 1e-6;
const MOST_POLISHES = 3;
/** Rounds that come no nearer than this [m/s] are not worth Newton's method. */
const NEAR = 0.05;
const MOST_MEASURES = 30;
/** Most that resting contacts may move by and be put right [m/s]. */
const REALIGNS = 1e-6;

/** What a step back is looked for with: the past goes into `before`, how well it closes into `out`. */
interface Attempt {
  readonly step: IslandStep;
  readonly kick: ReverseKick;
  readonly wishes: Wishes;
  readonly work: ClosureWork;
  /** Whether work.overrides hold. */
  readonly hasOverrides: boolean;
  readonly before: Motion;
  readonly out: Trial;
}

export class Inelastic {
  private readonly poses: Float64Array;
  private readonly motion: Motion;
  /** Of the body, and of what does not give way. */
  private readonly twist = new Float64Array(12);
  private readonly foot = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  /** Rows of contacts that stay, and what they want. */
  private rows: number[] = [];
  private readonly wanted: number[] = [];
  private readonly newton = new NewtonBack(6, MOST_MEASURES);
  private readonly unknowns = new Float64Array(6);
  /** Impulses of the solve to go on from, four a contact. */
  private kept = new Float64Array(64);

  constructor(bodies: number) {
    this.poses = new Float64Array(7 * bodies);
    this.motion = makeMotion(bodies);
  }

  /** Whether this is about a body alone for which something is wished. */
  applies({ islands, island }: IslandStep, wishes: Wishes): boolean {
    const first = islands.bodyStart[island];
    if (islands.bodyStart[island + 1] - first !== 1) return false;
    if (islands.jointStart[island + 1] > islands.jointStart[island]) return false;
    return wishes.motionOf === islands.bodies[first];
  }

  /** Tries what may have bounced in the same step, all of it first, until one case closes. */
  take(attempt: Attempt): void {
    const { step, kick, wishes, out } = attempt;
    const { model, contacts } = step;
    const bounces: number[] = [];
    for (let k = 0; k < kick.count; k++) {
      if (kick.normalSpeed[k] <= model.stillSpeed) continue;
      const slowest = kick.restitution[k] * model.bounceSpeed * (1 - 1e-12);
      if (kick.restitution[k] > 0 && kick.normalSpeed[k] >= slowest) bounces.push(k);
      else kick.mode[k] = NOTHING;
    }
    this.realign(step, kick);
    if (this.kept.length < 4 * kick.count) this.kept = new Float64Array(8 * kick.count);
    const stays = Array.from({ length: contacts.count }, (_, c) => wishes.stays[c]);
    const most = 1 << Math.min(bounces.length, MOST_BOUNCES);
    let wished = 0;
    bounces.forEach((k, i) => {
      if (i < MOST_BOUNCES && wishes.parts[kick.contact[k]] === PARTS_ON) wished |= 1 << i;
    });
    for (let trial = 0; trial < most; trial++) {
      // What is wished first, then what differs from it.
      const mask = trial ^ wished;
      bounces.forEach((k, i) => {
        kick.mode[k] = mask & (1 << i) ? NOTHING : BOUNCE;
      });
      stays.forEach((stay, c) => {
        wishes.stays[c] = stay;
      });
      this.refine(attempt);
      if (out.closes) return;
    }
  }

  /** Takes from the motion after the step what contacts that rest or stick still move by: rounding, but no kick leaves it. */
  private realign({ model, mid, islands, island, after }: IslandStep, kick: ReverseKick): void {
    const body = islands.bodies[islands.bodyStart[island]];
    const { twist, rows } = this;
    writeVelocity(model, mid, body, 0, after, twist, 0);
    const now = twist.slice();
    rows.length = 0;
    let worst = 0;
    for (let k = 0; k < kick.count; k++) {
      const first = kick.mode[k] === REST ? 0 : 1;
      const last = kick.sticks(k) ? 3 : 1;
      for (let i = first; i < last; i++) {
        rows.push(kick.rowOf(k) + i);
        worst = Math.max(worst, Math.abs(kick.speedAlong(now, kick.rowOf(k) + i)));
      }
    }
    if (!(worst > STILL && worst <= REALIGNS)) return;
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let change = 0;
      for (const row of rows) change = Math.max(change, kick.nudge(now, row, 0));
      if (change < 1e-17) break;
    }
    for (let k = 0; k < 6; k++) twist[k] = now[k] - twist[k];
    this.add(model, mid, after, body);
  }

  private refine(attempt: Attempt): void {
    const { step, kick, wishes, work, hasOverrides, before, out } = attempt;
    const { model, mid, islands, island, after } = step;
    const body = islands.bodies[islands.bodyStart[island]];
    const { twist } = this;
    for (let k = 0; k < 3; k++) before.velocities[3 * body + k] = wishes.motion[k];
    writeMomentum(model, mid, body, wishes.motion, 3, before.momenta, 3 * body);
    this.rows.length = 0;
    this.wanted.length = 0;
    this.correct(step, kick, before, body);
    let parts = 0;
    let best = Number.POSITIVE_INFINITY;
    let stuck = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      // Four corners share a load in many ways, and which one the kick finds jumps with w: it goes on from its last one.
      out.defect = forwardFrom(step, work, hasOverrides, before, round === 0);
      parts = this.missed(step, kick, wishes, before, false);
      const miss = Math.max(out.defect, parts);
      if (!(miss > STILL)) break;
      stuck = miss < 0.5 * best ? 0 : stuck + 1;
      best = Math.min(best, miss);
      if (stuck > MOST_STUCK || !Number.isFinite(miss)) break;
      for (let k = 3 * body; k < 3 * body + 3; k++) {
        before.velocities[k] += after.velocities[k] - work.again.velocities[k];
        before.momenta[k] += after.momenta[k] - work.again.momenta[k];
      }
      this.straighten(step, kick, work, before, body);
      this.correct(step, kick, before, body);
    }
    const isWished = best < NEAR && !(out.defect <= CLOSES && parts <= STAYED);
    if (isWished) for (let k = 0; k < 6; k++) this.unknowns[k] = wishes.motion[k];
    // A contact that is found to have stayed after all is one more thing to ask for.
    for (let i = 0; isWished && i < MOST_POLISHES; i++) {
      this.polish(attempt, i === 0);
      out.defect = bodyDefect(model, body, work.again, after);
      parts = this.missed(step, kick, wishes, before, false);
      if (!(parts > STAYED && parts < NEAR)) break;
    }
    writeVelocity(model, mid, body, 0, before, twist, 0);
    const speed = Math.abs(twist[0]) + Math.abs(twist[1]) + Math.abs(twist[2]);
    out.closes = out.defect <= SNAPS * (1 + speed) && parts <= STAYED;
    if (out.closes && out.defect > CLOSES) {
      // The kick's own precision is what is missing: the step ends where the kick ends.
      for (let k = 3 * body; k < 3 * body + 3; k++) {
        after.velocities[k] = work.again.velocities[k];
        after.momenta[k] = work.again.momenta[k];
      }
      out.defect = 0;
    }
    out.parted = 0;
    kick.take(twist, work.impulses);
  }

  /** The same by Newton's method, from the motion that was wished: where loads are shared the rounds above go in circles. */
  private polish({ step, kick, wishes, work, hasOverrides, before }: Attempt, isFirst: boolean): void {
    const { model, mid, islands, island, after } = step;
    const { impulses, again } = work;
    const { unknowns, twist, kept } = this;
    const body = islands.bodies[islands.bodyStart[island]];
    const at = 3 * body;
    const gyration = Math.sqrt(
      Math.min(model.inertias[at], model.inertias[at + 1], model.inertias[at + 2]) / model.masses[body],
    );
    for (let k = 3; k < 6; k++) unknowns[k] *= gyration;
    let isCold = isFirst;
    let isFirstMeasure = true;
    const { contact, count } = kick;
    this.newton.solve(
      unknowns,
      {
        measure: (x, r) => {
          for (let k = 0; k < 3; k++) {
            before.velocities[at + k] = x[k];
            twist[3 + k] = x[3 + k] / gyration;
          }
          writeMomentum(model, mid, body, twist, 3, before.momenta, at);
          forwardFrom(step, work, hasOverrides, before, isCold);
          for (let k = 0; k < 3; k++) {
            r[k] = again.velocities[at + k] - after.velocities[at + k];
            r[3 + k] = (again.momenta[at + k] - after.momenta[at + k]) / (model.masses[body] * gyration);
          }
          const parts = this.missed(step, kick, wishes, before, !isFirstMeasure);
          isCold = false;
          isFirstMeasure = false;
          if (!Number.isFinite(parts)) return -1;
          const rows = Math.min(this.wanted.length, MOST_MEASURES - 6);
          for (let i = 0; i < rows; i++) r[6 + i] = this.wanted[i];
          return 6 + rows;
        },
        keep: () => {
          for (let i = 0; i < count; i++) {
            kept[4 * i] = impulses.normal[contact[i]];
            for (let k = 0; k < 3; k++) kept[4 * i + 1 + k] = impulses.tangential[3 * contact[i] + k];
          }
        },
        restore: () => {
          for (let i = 0; i < count; i++) {
            impulses.normal[contact[i]] = kept[4 * i];
            for (let k = 0; k < 3; k++) impulses.tangential[3 * contact[i] + k] = kept[4 * i + 1 + k];
          }
        },
      },
      STILL,
    );
    for (let k = 3; k < 6; k++) unknowns[k] /= gyration;
  }

  /** Friction of what slides afterwards is against that, not against where the kick from this trial leads. */
  private straighten(
    { model, mid }: IslandStep,
    kick: ReverseKick,
    { impulses }: ClosureWork,
    before: Motion,
    body: number,
  ): void {
    const { twist } = this;
    twist.fill(0);
    let any = false;
    for (let k = 0; k < kick.count; k++) any = kick.straighten(twist, k, impulses) || any;
    if (any) this.add(model, mid, before, body);
  }

  /** Adds `twist` to a motion. */
  private add(model: Model, mid: Float64Array, before: Motion, body: number): void {
    const { motion, twist } = this;
    writeMomentum(model, mid, body, twist, 3, motion.momenta, 3 * body);
    for (let k = 0; k < 3; k++) {
      before.velocities[3 * body + k] += twist[k];
      before.momenta[3 * body + k] += motion.momenta[3 * body + k];
    }
  }

  /**
   * How fast contacts that stay move in the step before, the largest; rows and what they want are kept.
   * @param isFixed  whether none is found to have stayed besides those that do
   */
  private missed(
    step: IslandStep,
    kick: ReverseKick,
    wishes: Wishes,
    before: Motion,
    isFixed: boolean,
  ): number {
    const { model, mid, contacts, islands, island } = step;
    const { poses, twist, foot } = this;
    const body = islands.bodies[islands.bodyStart[island]];
    const at = 7 * body;
    for (let k = at; k < at + 7; k++) poses[k] = mid[k];
    driftBody(model, poses, before, body, -0.5 * model.timeStep);
    driftBody(model, poses, before, body, -0.5 * model.timeStep);
    writeVelocity(model, poses, body, 0, before, twist, 0);
    this.rows.length = 0;
    this.wanted.length = 0;
    let worst = 0;
    for (let k = 0; k < kick.count; k++) {
      const c = kick.contact[k];
      const { normals, points, gaps } = contacts;
      const nx = normals[3 * c];
      const ny = normals[3 * c + 1];
      const nz = normals[3 * c + 2];
      // The body's own point is half a gap from the contact's, and moves with the body.
      const half = 0.5 * gaps[c];
      const px = points[3 * c] + half * nx;
      const py = points[3 * c + 1] + half * ny;
      const pz = points[3 * c + 2] + half * nz;
      foot[0] = px - mid[at];
      foot[1] = py - mid[at + 1];
      foot[2] = pz - mid[at + 2];
      unrotateByQuaternion(foot, 0, mid, at + 3, foot, 0);
      rotateByQuaternion(foot, 0, poses, at + 3, foot, 0);
      const rise =
        (poses[at] + foot[0] - px) * nx +
        (poses[at + 1] + foot[1] - py) * ny +
        (poses[at + 2] + foot[2] - pz) * nz;
      const back = half + 0.5 * rise;
      const x = foot[0] - back * nx;
      const y = foot[1] - back * ny;
      const z = foot[2] - back * nz;
      const u = this.velocity;
      u[0] = twist[0] + twist[4] * z - twist[5] * y;
      u[1] = twist[1] + twist[5] * x - twist[3] * z;
      u[2] = twist[2] + twist[3] * y - twist[4] * x;
      // What came in this step was away before, or parting; what was near and would not part has been there, too.
      if (
        !isFixed &&
        wishes.stays[c] === 0 &&
        kick.along(k, 0, u) < 0 &&
        gaps[c] + rise <= marginOf(model, contacts, c)
      ) {
        if (kick.mode[k] === BOUNCE || kick.along(k, 0, u) < -GRAZES) return Number.POSITIVE_INFINITY;
        wishes.stays[c] = STAYS_SLIDING;
      }
      if (wishes.stays[c] === 0) continue;
      const last = wishes.stays[c] === STAYS && kick.sticks(k) ? 3 : 1;
      for (let i = 0; i < last; i++) {
        const speed = kick.along(k, i, u);
        this.rows.push(kick.rowOf(k) + i);
        this.wanted.push(-speed);
        worst = Math.max(worst, Math.abs(speed));
      }
    }
    return worst;
  }

  /** Adds the smallest motion (by its energy) with the wanted speeds along the rows. */
  private correct(step: IslandStep, kick: ReverseKick, before: Motion, body: number): void {
    const { model, mid } = step;
    const { rows, wanted, twist } = this;
    writeVelocity(model, mid, body, 0, before, twist, 0);
    for (let k = 0; k < kick.count; k++) {
      if (kick.mode[k] !== BOUNCE) continue;
      rows.push(kick.rowOf(k));
      wanted.push(-kick.normalSpeed[k] / kick.restitution[k] - kick.speedAlong(twist, kick.rowOf(k)));
    }
    if (rows.length === 0) return;
    twist.fill(0);
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let change = 0;
      for (let i = 0; i < rows.length; i++) change = Math.max(change, kick.nudge(twist, rows[i], wanted[i]));
      if (change < 1e-17) break;
    }
    this.add(model, mid, before, body);
  }
}

function marginOf({ collider: { margins } }: Model, contacts: ContactSet, c: number): number {
  const a = margins[contacts.a[c]] || Number.POSITIVE_INFINITY;
  const b = margins[contacts.b[c]] || Number.POSITIVE_INFINITY;
  return Math.min(a, b);
}
