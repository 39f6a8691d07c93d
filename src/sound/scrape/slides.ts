// Contacts that slide or roll, each followed for as long as it does so.
//
// What slides with the load N over heights h feels the force F = 2 E* a h, the stiffness of Hertz's contact of the radius
// a = (3NR/4E*)^⅓; 1/R is the curvature of both bodies and of the tips of their surfaces. Below √(k/m*) bodies ride over what
// comes, instead of being pressed. Friction follows the load. What rolls goes over its way at |ω|/(κ₁ + κ₂) and does a/R of
// the work of sliding (Johnson, "Contact Mechanics", §9): so much of the power of sliding is heard.

import {
  multiplyQuaternions,
  conjugateQuaternion,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
  unrotateByQuaternion,
} from '../../num/index.ts';
import { type Body, type Material, type Scene, surfaceRoughness } from '../../scene/index.ts';
import type { Curvatures } from '../excite/curvature.ts';
import { complianceOf, inverseMassAt } from '../excite/hertz.ts';
import type { Split } from '../excite/impacts.ts';
import { type Meetings, NORMAL, POINT, PRESS, SIDE_SIZE } from '../excite/meetings.ts';
import type { PoseTrack } from '../pose-track.ts';
import { patchRadius, tipRadius } from './profile.ts';

/** A moment of a slide. */
export interface SlideKnot {
  /** [s] */
  readonly time: number;
  /** Gone since the slide began [m]. */
  readonly way: number;
  /** Force for a height of one standard deviation [N]; 0 at both ends. */
  readonly force: number;
  /** Radius of the contact [m]. */
  readonly patch: number;
  /** Below this bodies ride over what comes [rad/s]. */
  readonly resonance: number;
  /** Of each side in body coordinates: where, and the force for a unit load. */
  readonly points: readonly (readonly [number, number, number])[];
  readonly directions: readonly (readonly [number, number, number])[];
}

/** One contact as long as it slides. */
export interface Slide {
  readonly bodies: readonly [number, number];
  readonly seed: number;
  /** By time, two or more. */
  readonly knots: readonly SlideKnot[];
}

/** What is nowhere faster than this [Hz] in all that it feels makes no sound. */
const LOWEST_HEARD = 20;
/** Knots are no nearer to each other than this [s]: contacts move little meanwhile. */
const KNOTS_APART = 1e-3;
/** Standard deviation over the mean deviation Ra, for heights that are spread normally. */
const DEVIATION = Math.sqrt(Math.PI / 2);

interface Moment extends Omit<SlideKnot, 'way'> {
  readonly meeting: number;
  readonly speed: number;
}

/** What slides are looked for in. */
export interface Slipping {
  readonly scene: Pick<Scene, 'bodies'>;
  readonly track: PoseTrack;
  readonly meetings: Meetings;
  readonly split: Split;
  readonly curvaturesOf: (body: Body) => Curvatures;
  readonly materials?: ReadonlyMap<string, Material> | undefined;
}

/** By the time they begin. */
export function slidesOf(slipping: Slipping): Slide[] {
  const { meetings, split } = slipping;
  const moments = new Map<number, Moment>();
  for (let m = 0; m < meetings.count; m++) {
    const moment = momentOf(slipping, m);
    if (moment) moments.set(m, moment);
  }
  const next = new Map<number, number>();
  for (const m of moments.keys()) if (moments.has(split.before[m])) next.set(split.before[m], m);
  const slides: Slide[] = [];
  const ordinals = new Map<string, number>();
  for (const m of moments.keys()) {
    if (moments.has(split.before[m])) continue;
    const chain: Moment[] = [];
    for (let at: number | undefined = m; at !== undefined; at = next.get(at))
      chain.push(moments.get(at) as Moment);
    const bodies = [meetings.bodies[2 * m], meetings.bodies[2 * m + 1]] as const;
    const pair = `${Math.min(...bodies)} ${Math.max(...bodies)}`;
    const ordinal = ordinals.get(pair) ?? 0;
    ordinals.set(pair, ordinal + 1);
    const seed =
      Math.imul(Math.min(...bodies) + 1, 73856093) ^
      Math.imul(Math.max(...bodies) + 1, 19349663) ^
      Math.imul(ordinal, 83492791);
    slides.push({ bodies, seed, knots: knotsOf(meetings, chain, bodies[0]) });
  }
  return slides.sort((a, b) => a.knots[0].time - b.knots[0].time || a.seed - b.seed);
}

function knotsOf(
  { start, duration, bodies }: Meetings,
  chain: readonly Moment[],
  first: number,
): SlideKnot[] {
  const begin = chain[0];
  const knots: SlideKnot[] = [];
  const keep = (moment: Moment, time: number, way: number, force: number): void => {
    const { patch, resonance, points, directions, meeting } = moment;
    // a later step may name the two bodies in the other order
    const turned = bodies[2 * meeting] !== first;
    const sides = <T>(pair: readonly T[]): readonly T[] => (turned ? [pair[1], pair[0]] : pair);
    knots.push({ time, way, force, patch, resonance, points: sides(points), directions: sides(directions) });
  };
  keep(begin, start[begin.meeting], 0, 0);
  let way = 0;
  let time = start[begin.meeting];
  for (const moment of chain) {
    way += moment.speed * (moment.time - time);
    time = moment.time;
    if (knots.length === 1 || time - knots[knots.length - 1].time >= KNOTS_APART)
      keep(moment, time, way, moment.force);
  }
  const last = chain[chain.length - 1];
  const end = Math.max(start[last.meeting] + duration[last.meeting], time + KNOTS_APART);
  keep(last, end, way + last.speed * (end - time), 0);
  return knots;
}

const poses = [new Float64Array(7), new Float64Array(7)];
const middle = [new Float64Array(7), new Float64Array(7)];
const between = new Float64Array(4);
const spin = [new Float64Array(3), new Float64Array(3)];
const speeds = [new Float64Array(3), new Float64Array(3)];
const arm = new Float64Array(3);
const normal = new Float64Array(3);
const slip = new Float64Array(3);
const place = new Float64Array(SIDE_SIZE);

/** Undefined where a meeting neither slides nor rolls, or nobody would hear it. */
function momentOf(slipping: Slipping, m: number): Moment | undefined {
  const { scene, track, meetings, split, curvaturesOf, materials } = slipping;
  const { sides, start, duration, features, friction } = meetings;
  const pair = [0, 1].map((side) => scene.bodies[meetings.bodies[2 * m + side]]);
  const [a, b] = pair as [Body | undefined, Body | undefined];
  const load = duration[m] > 0 ? (split.lasting[m] * sides[2 * SIDE_SIZE * m + PRESS]) / duration[m] : 0;
  if (!(load > 0 && a && b)) return undefined;
  const stuffs = [a, b].map((body) => materials?.get(body.name) ?? body.material);
  const [ra, rb] = stuffs.map(surfaceRoughness);
  const deviation = DEVIATION * Math.sqrt(ra * ra + rb * rb);
  if (deviation === 0) return undefined;
  for (let side = 0; side < 2; side++) motionOf(track, meetings, m, side);
  rotateByQuaternion(normal, 0, middle[0], 3, sides, 2 * SIDE_SIZE * m + NORMAL);
  const [slipSpeed, spinSpeed] = relative();
  const compliance = complianceOf(stuffs[0]) + complianceOf(stuffs[1]);
  const tip = 1 / tipRadius(deviation);
  // what rests is left before its surface is looked at: nothing but a plane is less curved than by its size
  const slow = Math.PI * LOWEST_HEARD * patchRadius(load, 1 / tip, compliance);
  const size = Math.min(curvaturesOf(a).size, curvaturesOf(b).size);
  if (slipSpeed < slow && spinSpeed * size < slow) return undefined;
  const points: [number, number, number][] = [];
  const directions: [number, number, number][] = [];
  let curvature = 0;
  let inverseMass = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const at = SIDE_SIZE * (2 * m + side);
    place.set(sides.subarray(at, at + SIDE_SIZE));
    curvature += curvaturesOf(body).touch(sides, at + POINT, at + NORMAL, features[2 * m + side], place);
    inverseMass += inverseMassAt(body, place, POINT, NORMAL);
    points.push([place[POINT], place[POINT + 1], place[POINT + 2]]);
  }
  const rollSpeed = spinSpeed / curvature;
  const speed = Math.max(slipSpeed, rollSpeed);
  const patch = patchRadius(load, 1 / (curvature + tip), compliance);
  if (speed < 2 * Math.PI * LOWEST_HEARD * patch) return undefined;
  const both = slipSpeed * slipSpeed + rollSpeed * rollSpeed;
  const heard = Math.sqrt(
    (slipSpeed * slipSpeed + Math.min(1, patch * curvature) * rollSpeed * rollSpeed) / both,
  );
  const stiffness = (2 * patch) / compliance;
  for (let side = 0; side < 2; side++) {
    const at = SIDE_SIZE * (2 * m + side) + NORMAL;
    unrotateByQuaternion(arm, 0, middle[side], 3, slip, 0);
    const rubbed = slipSpeed > 0 ? ((side === 0 ? -1 : 1) * friction[m]) / Math.sqrt(both) : 0;
    directions.push([
      sides[at] + rubbed * arm[0],
      sides[at + 1] + rubbed * arm[1],
      sides[at + 2] + rubbed * arm[2],
    ]);
  }
  return {
    meeting: m,
    time: start[m] + 0.5 * duration[m],
    speed,
    force: heard * stiffness * deviation,
    patch,
    resonance: Math.sqrt(stiffness * inverseMass),
    points,
    directions,
  };
}

/** Writes how the surface of one side moves at the contact, its spin, and its pose in the middle of the step. */
function motionOf(
  track: PoseTrack,
  { bodies, sides, start, duration }: Meetings,
  m: number,
  side: number,
): void {
  const body = bodies[2 * m + side];
  const h = duration[m];
  track.poseAt(body, start[m], poses[0]);
  track.poseAt(body, start[m] + 0.5 * h, middle[side]);
  track.poseAt(body, start[m] + h, poses[1]);
  conjugateQuaternion(between, 0, poses[0], 3);
  multiplyQuaternions(between, 0, poses[1], 3, between, 0);
  rotationVectorFromQuaternion(spin[side], 0, between, 0);
  rotateByQuaternion(arm, 0, middle[side], 3, sides, SIDE_SIZE * (2 * m + side) + POINT);
  const [x, y, z] = spin[side];
  const turned = [y * arm[2] - z * arm[1], z * arm[0] - x * arm[2], x * arm[1] - y * arm[0]];
  for (let k = 0; k < 3; k++) {
    speeds[side][k] = (poses[1][k] - poses[0][k] + turned[k]) / h;
    spin[side][k] /= h;
  }
}

/** Speeds across the normal: of side 0 past side 1, written to `slip` too, and of spin [m/s, rad/s]. */
function relative(): [number, number] {
  let along = 0;
  let turning = 0;
  for (let k = 0; k < 3; k++) {
    along += (speeds[0][k] - speeds[1][k]) * normal[k];
    turning += (spin[0][k] - spin[1][k]) * normal[k];
  }
  let sliding = 0;
  let rolling = 0;
  for (let k = 0; k < 3; k++) {
    slip[k] = speeds[0][k] - speeds[1][k] - along * normal[k];
    sliding += slip[k] * slip[k];
    const w = spin[0][k] - spin[1][k] - turning * normal[k];
    rolling += w * w;
  }
  return [Math.sqrt(sliding), Math.sqrt(rolling)];
}
