// Contacts of a frame: for every pair of primitives that pushed, what it gave since the frame before.
//
// They are told in the order of kinds and ids. Point and normal are means over all pushes, weighted by them. Gap and slip are those
// at the end of the frame: the distance of the two primitives themselves, of which thicknesses take nothing, and the velocity
// of their closest points.

import { conjugateQuaternion, rotateByQuaternion } from '../../num/index.ts';
import {
  CLOSEST_SIZE,
  CLOSEST_SQUARED,
  edgeEdgeClosest,
  pointPointClosest,
  pointTriangleClosest,
} from '../../geometry/distance/index.ts';
import { blankContact, type StepSink } from '../../record/index.ts';
import { writeSlip } from '../../sim/index.ts';
import { TICKS_PER_SECOND } from './clock.ts';
import type { Driver } from './driver.ts';
import {
  CONTACT_IDS,
  CONTACT_IMPULSE,
  CONTACT_KIND,
  CONTACT_NORMAL,
  CONTACT_POINT,
  CONTACT_PUSH,
  CONTACT_REALS_SIZE,
  CONTACT_STENCIL,
  CONTACT_WHOLES_SIZE,
  EDGE_EDGE,
  HEAD_CONTACT_COUNT,
  RULE_FRICTION,
  RULE_SIZE,
  VERTEX_FACE,
  VERTEX_VERTEX,
} from './loop/layout/contact.ts';
import type { Model } from './model/model.ts';
import { writeBodyPose } from './motion.ts';

const [VERTEX, EDGE, FACE] = [0, 1, 2];

const row = blankContact();
const closest = new Float64Array(CLOSEST_SIZE);
/** Velocity of the first primitive's closest point against the second's. */
const slip = new Float64Array(3);

export function emitContacts(driver: Driver, from: number, until: number, sink: StepSink): void {
  const { tables, model } = driver;
  const { contactWholes, contactReals, header, rules, velocity } = tables;
  const places = driver.places(until * TICKS_PER_SECOND);
  const order = Array.from({ length: header[HEAD_CONTACT_COUNT] }, (_, i) => i);
  const whole = (i: number, field: number): number => contactWholes[CONTACT_WHOLES_SIZE * i + field];
  order.sort(
    (i, j) =>
      whole(i, CONTACT_KIND) - whole(j, CONTACT_KIND) ||
      whole(i, CONTACT_IDS) - whole(j, CONTACT_IDS) ||
      whole(i, CONTACT_IDS + 1) - whole(j, CONTACT_IDS + 1),
  );
  let pair = 0;
  for (const i of order) {
    const kind = whole(i, CONTACT_KIND);
    if (kind > VERTEX_VERTEX) continue;
    const reals = contactReals.subarray(CONTACT_REALS_SIZE * i, CONTACT_REALS_SIZE * (i + 1));
    const push = reals[CONTACT_PUSH];
    const [jx, jy, jz] = reals.subarray(CONTACT_IMPULSE, CONTACT_IMPULSE + 3);
    const [sx, sy, sz] = reals.subarray(CONTACT_NORMAL, CONTACT_NORMAL + 3);
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (!(push > 0 && size > 0)) continue;
    const [nx, ny, nz] = [sx / size, sy / size, sz / size];
    const normalImpulse = jx * nx + jy * ny + jz * nz;
    const a = model.itemOfVertex[whole(i, CONTACT_STENCIL)];
    const b = model.itemOfVertex[whole(i, CONTACT_STENCIL + (kind === EDGE_EDGE ? 2 : 1))];
    const point = Float64Array.from(reals.subarray(CONTACT_POINT, CONTACT_POINT + 3), (sum) => sum / push);
    const stencil = contactWholes.subarray(
      CONTACT_WHOLES_SIZE * i + CONTACT_STENCIL,
      CONTACT_WHOLES_SIZE * i + CONTACT_STENCIL + 4,
    );
    findClosest(kind, places, stencil);
    setSlip(velocity, stencil);
    row.pair = pair++;
    row.normalImpulse = normalImpulse;
    row.gap = Math.sqrt(closest[CLOSEST_SQUARED]);
    row.start = from;
    row.duration = until - from;
    row.friction = rules[RULE_SIZE * (a * model.items + b) + RULE_FRICTION];
    const [featureA, featureB] = features(
      model,
      kind,
      whole(i, CONTACT_IDS),
      whole(i, CONTACT_IDS + 1),
      a,
      b,
    );
    for (const side of [0, 1]) {
      const sign = side === 0 ? 1 : -1;
      const [body, other] = side === 0 ? [a, b] : [b, a];
      row.body = body;
      row.other = other;
      row.feature = side === 0 ? featureA : featureB;
      [row.px, row.py, row.pz] = pointOf(model, body, point, until);
      row.nx = sign * nx;
      row.ny = sign * ny;
      row.nz = sign * nz;
      row.tx = sign * (jx - normalImpulse * nx);
      row.ty = sign * (jy - normalImpulse * ny);
      row.tz = sign * (jz - normalImpulse * nz);
      writeSlip(row, slip, sign);
      sink.contact(row);
    }
  }
}

function findClosest(kind: number, x: Float64Array, stencil: Int32Array): void {
  const [i, j, k, l] = stencil;
  if (kind === VERTEX_FACE) pointTriangleClosest(closest, 0, x, 3 * i, 3 * j, 3 * k, 3 * l);
  else if (kind === EDGE_EDGE) edgeEdgeClosest(closest, 0, x, 3 * i, 3 * j, 3 * k, 3 * l);
  else pointPointClosest(closest, 0, x, 3 * i, 3 * j);
}

/** Weights of the first primitive sum to 1, those of the second to -1, so this is the one against the other. */
function setSlip(velocity: Float64Array, stencil: Int32Array): void {
  slip.fill(0);
  for (let i = 0; i < 4; i++) {
    const weight = closest[i];
    if (weight === 0) continue;
    for (let k = 0; k < 3; k++) slip[k] += weight * velocity[3 * stencil[i] + k];
  }
}

/** 4 × number within the item + kind of primitive. */
function features(
  model: Model,
  kind: number,
  idA: number,
  idB: number,
  a: number,
  b: number,
): [number, number] {
  const vertex = (id: number, item: number): number => 4 * (id - model.firstVertex[item]) + VERTEX;
  const edge = (id: number, item: number): number => 4 * (id - model.firstEdge[item]) + EDGE;
  if (kind === VERTEX_FACE) return [vertex(idA, a), 4 * (idB - model.firstFace[b]) + FACE];
  if (kind === EDGE_EDGE) return [edge(idA, a), edge(idB, b)];
  return [vertex(idA, a), vertex(idB, b)];
}

const pose = new Float64Array(7);
const velocity = new Float64Array(6);
const turn = new Float64Array(4);
const own = new Float64Array(3);

/** In body coordinates, where it is a body. */
function pointOf(model: Model, item: number, world: Float64Array, time: number): Float64Array {
  if (item >= model.bodies) return world;
  writeBodyPose(model.scene.bodies[item], time, pose, 0, velocity, 0);
  for (let k = 0; k < 3; k++) own[k] = world[k] - pose[k];
  conjugateQuaternion(turn, 0, pose, 3);
  rotateByQuaternion(own, 0, turn, 0, own, 0);
  return own;
}
