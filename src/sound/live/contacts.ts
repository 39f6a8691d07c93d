// Contacts of any engine as what a worklet takes: checked, placed on the surface, told from what lasts, and as forces on modes.
//
// An engine tells a body that lies still the same impulse each step, which is no blow: only what a body gets beyond what it got a step
// ago is one. A contact that slips is also rough: F = 2 E* a h, with the height h of the roughness under a contact of the half width
// a = (3 N R / 4 E*)^⅓, never more than it is pressed with.

import { type Locator, makeLocator } from '../../modes/index.ts';
import { cbrt } from '../../num/elementary/index.ts';
import { unrotateByQuaternion } from '../../num/index.ts';
import { complianceOf, hertzDuration } from '../excite/hertz.ts';
import type { ModalModel } from '../model/modal-model.ts';
import { reachOf } from '../model/reach.ts';
import { CONTACT_SIZE } from './messages.ts';

/** One contact as any engine tells it, world coordinates. */
export interface LiveContact {
  /** Which body: an index into the models. */
  readonly body: number;
  /** Where [m]. */
  readonly position: readonly [number, number, number];
  /** Along which the body is pushed; need not be a unit vector. */
  readonly normal: readonly [number, number, number];
  /** How hard, in the step that tells of it [N s]. */
  readonly impulse: number;
  /** How fast it slides there [m/s]; 0 unless said. */
  readonly slip?: number;
  /** When, on the clock of the audio context [s]; now unless said. */
  readonly time?: number;
}

/** Where a body is. */
export interface LivePose {
  /** Its origin, world [m]. */
  readonly position: readonly [number, number, number];
  /** Quaternion x, y, z, w; not turned unless said. */
  readonly orientation?: readonly [number, number, number, number];
}

/** Wavelength up to which roughness has all lengths alike [m]; longer ones are no higher. */
const LONGEST_ROUGHNESS = 1e-3;
/** Impulses above are no contacts [N s]; neither are slips above this [m/s]. */
const MOST_IMPULSE = 1e6;
const MOST_SLIP = 1e4;
/** Steps after which what a body was told is forgotten. */
const REMEMBERED = 2.5;

interface Known {
  readonly model: ModalModel;
  readonly locator: Locator;
  /** xyz and a quaternion. */
  readonly pose: Float64Array;
  /** When it was last told of, the largest impulse then, and the one in the step before. */
  time: number;
  impulse: number;
  before: number;
}

const point = new Float64Array(3);
const normal = new Float64Array(3);

/** Turns contacts into forces on modes. */
export class Contacts {
  /** Forces that wait to be sent: numbers as messages.ts has them. */
  readonly numbers: Float32Array;
  /** How many of them there are. */
  length = 0;
  private readonly bodies: readonly (Known | undefined)[];
  private readonly reach: Float64Array;
  private readonly step: number;
  private readonly roughness: number;

  /** @param step  of the engine [s]. @param roughness  root mean square height [m] */
  constructor(models: readonly (ModalModel | undefined)[], room: number, step: number, roughness: number) {
    const locators = new Map<ModalModel, Locator>();
    this.bodies = models.map((model) => {
      if (!model) return undefined;
      const locator = locators.get(model) ?? makeLocator(model);
      locators.set(model, locator);
      const pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
      return { model, locator, pose, time: -Infinity, impulse: 0, before: 0 };
    });
    this.numbers = new Float32Array(room);
    this.reach = new Float64Array(models.reduce((most, model) => Math.max(most, model?.count ?? 0), 0));
    this.step = step;
    this.roughness = roughness;
  }

  /** Whether it is one, of a body that is known. */
  isContact({ body, position, normal: n, impulse, slip = 0, time = 0 }: LiveContact): boolean {
    const isPlace = [...position, ...n].every((x) => Number.isFinite(x));
    const isHard = impulse >= 0 && impulse <= MOST_IMPULSE && slip >= 0 && slip <= MOST_SLIP;
    return isPlace && isHard && Number.isFinite(time) && Number.isInteger(body) && body in this.bodies;
  }

  /** Whether it is where something can be. */
  place(body: number, { position, orientation = [0, 0, 0, 1] }: LivePose): boolean {
    const known = this.bodies[body];
    if (!known || ![...position, ...orientation].every((x) => Number.isFinite(x))) return false;
    known.pose.set(position);
    known.pose.set(orientation, 3);
    return true;
  }

  /** Adds what is heard of a contact. @returns false where there is no room. @param base  of times [s] */
  add(contact: LiveContact, time: number, base: number): boolean {
    const known = this.bodies[contact.body];
    if (!known) return true;
    const { model, locator, pose } = known;
    const { impulse, slip = 0 } = contact;
    const blow = this.blowOf(known, impulse, time);
    const slides = slip > 0 && impulse > 0 && this.roughness > 0;
    const size = CONTACT_SIZE + model.count;
    if (this.length + size * ((blow > 0 ? 1 : 0) + (slides ? 1 : 0)) > this.numbers.length) return false;
    const { position, normal: n } = contact;
    const [x, y, z] = [position[0] - pose[0], position[1] - pose[1], position[2] - pose[2]];
    point.set([x, y, z]);
    unrotateByQuaternion(point, 0, pose, 3, point.slice(), 0);
    unrotateByQuaternion(normal, 0, pose, 3, Float64Array.from(n), 0);
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (!(length > 0)) return true;
    const direction = [normal[0] / length, normal[1] / length, normal[2] / length] as const;
    const reach = this.reach.subarray(0, model.count);
    const curvature = reachOf(model, locator, [point[0], point[1], point[2]], direction, reach);
    for (let m = 0; m < model.count; m++) reach[m] *= 2 * Math.PI * model.frequencies[m] * model.radiation[m];
    if (blow > 0) this.put(contact.body, time - base, durationOf(model, blow, curvature), 0, 0, blow, reach);
    if (slides) {
      const press = impulse / this.step;
      const stiffness = 0.5 / complianceOf(model.material);
      const width = cbrt((0.75 * press) / (stiffness * Math.max(curvature, 1)));
      const force = Math.min(press, 2 * stiffness * width * this.roughness);
      const cut = slip / (2 * Math.PI * width);
      // what the noise of a sample brings is its force for that long: the worklet knows how long
      this.put(contact.body, time - base, 2 * this.step, slip / LONGEST_ROUGHNESS, cut, force, reach);
    }
    return true;
  }

  /** What of an impulse the body did not get a step ago [N s]. */
  private blowOf(known: Known, impulse: number, time: number): number {
    const since = time - known.time;
    // contacts of one step may come with times a little apart
    if (since > 0.5 * this.step || since < 0) {
      known.before = since < REMEMBERED * this.step && since > 0 ? known.impulse : 0;
      known.time = time;
      known.impulse = 0;
    }
    known.impulse = Math.max(known.impulse, impulse);
    return Math.max(0, impulse - known.before);
  }

  private put(
    body: number,
    time: number,
    length: number,
    corner: number,
    cut: number,
    scale: number,
    reach: Float64Array,
  ): void {
    this.numbers.set([body, time, length, corner, cut], this.length);
    for (let m = 0; m < reach.length; m++) this.numbers[this.length + CONTACT_SIZE + m] = scale * reach[m];
    this.length += CONTACT_SIZE + reach.length;
  }
}

/** How long a blow lasts, by something hard and flat of the same material [s]. */
function durationOf(model: ModalModel, impulse: number, curvature: number): number {
  const compliance = complianceOf(model.material);
  const inverseMass = model.mass > 0 && !model.clamped ? 1 / model.mass : 1;
  return hertzDuration(
    { inverseMass, curvature, compliance },
    { inverseMass: 0, curvature: 0, compliance },
    impulse,
    0.5,
  );
}
