// The second-order integrator: the trapezoidal rule in the form of an incremental potential.
//
//   q̃ = q + h v + ½h² f/m + ¼h² r/m,   forces in the potential weigh ¼h²,   v⁺ = 2(q⁺ − q)/h − v
//
// and the same for rotation with angular momentum, whose free part stays the exact rotation of free-rotation.ts. f are
// outside forces, r what joints and springs do to the body at the step's *start*. BDF2 would damp a fast spin
// (2.5% over 10 s at 10 rad/s and h = 0.01); this keeps energy to a bounded error. Taken as it is, the rule lets the
// multipliers of joints ring for ever: so after each step velocities are projected on the joints and r is found
// anew from the acceleration that they allow,
//
//   min ½|y − M⁻¹b|²_M  subject to  G y = −(v, ω)∇²c(v, ω)
//
// by the same augmented Lagrangian and the same sparse matrix as Newton's own system.
//
// Where a body touches another, meets a limit, is driven or dragged, it and all that is jointed to it step by implicit Euler;
// what has no joints is put right by what is owed to it (owed.ts).

import { CANDIDATE_STRIDE } from '../../../geometry/ccd/index.ts';
import { isTouched } from './touched.ts';
import { isOpen } from '../absent.ts';
import { addOuter, blockSize } from '../solve/blocks.ts';
import type { Island } from '../solve/islands.ts';
import { dragSize } from '../../../sim/index.ts';
import { noMotor } from '../joints/model.ts';
import { addRowCurvature, evaluateRow, placeJoint, rowGradient } from '../joints/joint-rows.ts';
import { freeBody } from '../joints/joints.ts';
import { isFree, isScripted } from '../model.ts';
import { readySystem } from '../soft/soft-system.ts';
import { type IpcState, writeMomentum, writeSpin } from '../state.ts';
import { externalForce } from './targets.ts';
import type { Work } from './work.ts';

/** Which bodies step by second order. */
export function chooseOrder(work: Work, state: IpcState): void {
  const { model, joints } = work;
  const { secondOrder } = work.targets;
  secondOrder.fill(0);
  if (model.options.integrator !== 'second order') return;
  const first = state.touched.slice();
  if (model.soft) for (let i = 0; i < model.count; i++) if (model.isSoft[i]) first[i] = 1;
  for (const body of model.soft?.carriers.flat() ?? []) first[body] = 1;
  for (let i = 0; i < model.count; i++) if (state.drags[dragSize * i] > 0) first[i] = 1;
  joints.models.forEach((joint, j) => {
    if (isOpen(work, state, j, joint)) return;
    const scripted = [joint.a, joint.b].some((i) => i >= 0 && work.role[i] === isScripted);
    if (scripted || state.jointMotors[3 * j] !== noMotor) first[freeBody(work, joint)] = 1;
  });
  spread(work, state, first);
  for (let i = 0; i < model.count; i++) secondOrder[i] = work.role[i] === isFree && !first[i] ? 1 : 0;
}

/** Joints pass on what holds for one of their bodies. */
function spread(work: Work, state: IpcState, flags: Uint8Array | Int32Array): void {
  const { models } = work.joints;
  for (let changed = true; changed; ) {
    changed = false;
    models.forEach((joint, j) => {
      const { a, b } = joint;
      if (b < 0 || isOpen(work, state, j, joint) || flags[a] === flags[b]) return;
      if (work.role[a] !== isFree || work.role[b] !== isFree) return;
      flags[a] = flags[b] = 1;
      changed = true;
    });
  }
}

/** After a step: which bodies something touches now. */
export function markTouched(work: Work, state: IpcState): void {
  const { touched } = state;
  const { joints } = work;
  touched.fill(0);
  if (work.model.options.integrator !== 'second order') return;
  for (const { pairs, contacts } of work.islands.list) {
    pairs.forEach((pair, p) => {
      if (contacts.start[p] < contacts.start[p + 1]) touched[pair.a] = touched[pair.b] = 1;
    });
  }
  markSoft(work, touched);
  joints.models.forEach((joint, j) => {
    if (isOpen(work, state, j, joint)) return;
    joint.rows.forEach(({ role }, k) => {
      if ((role === 'lower' || role === 'upper') && state.jointForces[joint.firstRow + k] !== 0)
        touched[freeBody(work, joint)] = 1;
    });
  });
  spread(work, state, touched);
}

/** What touches something soft, and that itself. */
function markSoft({ model, islands }: Work, touched: Int32Array): void {
  const { soft } = model;
  if (!soft) return;
  for (const island of islands.list) {
    if (!island.soft) continue;
    const { contacts } = island.soft;
    for (let c = 0; c < contacts.count; c++)
      for (let n = 1; n < CANDIDATE_STRIDE; n++)
        touched[soft.ownerOf[contacts.list[CANDIDATE_STRIDE * c + n]]] = isTouched;
  }
  for (let i = 0; i < model.count; i++) if (model.isSoft[i]) touched[i] = isTouched;
  for (const body of soft.carriers.flat()) touched[body] = isTouched;
}

const block = new Float64Array(blockSize);
const six = new Float64Array(36);
const spin = new Float64Array(3);
const load = new Float64Array(6);
/** Rounds of the augmented Lagrangian: each leaves about 1e-5 of the error. */
const rounds = 4;

/** After a step whose velocities are in the state: projects them on the joints, and finds what joints do to each body. */
export function holdJoints(work: Work, state: IpcState, t: number): void {
  state.held.fill(0);
  if (work.model.options.integrator !== 'second order') return;
  for (const island of work.islands.list) if (island.joints.length > 0) holdIsland(work, state, island, t);
}

function holdIsland(work: Work, state: IpcState, island: Island, t: number): void {
  const { model, joints, poses } = work;
  const { place } = work.islands;
  if (model.soft) readySystem(work, model.soft, island);
  const { system } = island;
  const held = [...island.joints].filter(
    (j) => joints.scale[j] > 0 && !state.jointBroken[j] && !state.touched[freeBody(work, joints.models[j])],
  );
  if (held.length === 0) return;
  const n = 6 * island.bodies.length;
  const velocity = new Float64Array(n);
  const mass = new Float64Array(6 * n);
  system.clear();
  island.bodies.forEach((body, k) => {
    writeMass(work, body);
    mass.set(six, 36 * k);
    system.addBody(k, six);
    writeSpin(model, state.orientation, 4 * body, body, state.angularMomentum, 3 * body, spin, 0);
    for (let c = 0; c < 3; c++) {
      velocity[6 * k + c] = state.velocity[3 * body + c];
      velocity[6 * k + 3 + c] = spin[c];
    }
  });
  const rows: HeldRow[] = [];
  for (const j of held) {
    const joint = joints.models[j];
    const a = place[joint.a];
    const b = joint.b >= 0 ? place[joint.b] : -1;
    placeJoint(joint, poses);
    block.fill(0);
    joint.rows.forEach((row, k) => {
      if (row.role !== 'hold') return;
      evaluateRow(row.kind, row.i, row.j);
      const rho = joints.rho[joint.firstRow + k];
      rows.push({ j, k, a, b, rho, gradient: rowGradient.slice(), value: 0, multiplier: 0 });
      addOuter(block, 0, rowGradient, rho);
    });
    system.addLink(j, a, b, block);
  }
  island.bodies.forEach((body, k) => {
    if (model.anyFixed[body]) system.fix(k, model.fixed, 6 * body);
  });
  if (!system.factor()) return;

  const pull = new Float64Array(n);
  for (let i = 0; i < n; i++) pull[i] = massTimes(mass, velocity, i);
  constrain(work, island, rows, pull, velocity);
  const concerned = new Set(held.flatMap((j) => [joints.models[j].a, joints.models[j].b]));
  island.bodies.forEach((body, k) => {
    if (!concerned.has(body) || work.role[body] !== isFree) return;
    for (let c = 0; c < 3; c++) {
      state.velocity[3 * body + c] = velocity[6 * k + c];
      spin[c] = velocity[6 * k + 3 + c];
    }
    writeMomentum(model, state.orientation, body, spin, 0, state.angularMomentum);
  });

  // what pulls at each body without joints: outside forces, springs, and −ω×L, which turns L with the body
  island.bodies.forEach((body, k) => {
    externalForce(model, state, body, t, load);
    const [wx, wy, wz] = velocity.subarray(6 * k + 3, 6 * k + 6);
    const [lx, ly, lz] = state.angularMomentum.subarray(3 * body, 3 * body + 3);
    load[3] -= wy * lz - wz * ly;
    load[4] -= wz * lx - wx * lz;
    load[5] -= wx * ly - wy * lx;
    pull.set(load, 6 * k);
  });
  for (const j of held) addSpring(work, state, j, velocity, pull);
  for (const row of rows) {
    const joint = joints.models[row.j];
    const { kind, i, j } = joint.rows[row.k];
    placeJoint(joint, poses);
    evaluateRow(kind, i, j);
    block.fill(0);
    addRowCurvature(kind, i, j, 1, block, 0);
    row.value = -quadratic(row, velocity);
    row.multiplier = 0;
  }
  constrain(work, island, rows, pull, new Float64Array(n));
  for (const { gradient, multiplier, j } of rows) addHeld(work, state, j, gradient, -multiplier);
}

interface HeldRow {
  readonly j: number;
  readonly k: number;
  readonly a: number;
  readonly b: number;
  readonly rho: number;
  readonly gradient: Float64Array;
  value: number;
  multiplier: number;
}

/** y ← argmin ½yᵀMy − pull·y subject to gradient·y = value for all rows; multipliers are left in them. */
function constrain(work: Work, island: Island, rows: HeldRow[], pull: Float64Array, y: Float64Array): void {
  for (let round = 0; round < rounds; round++) {
    y.set(pull);
    for (const row of rows) addScaled(y, row, row.rho * row.value - row.multiplier);
    island.bodies.forEach((body, k) => {
      for (let c = 0; c < 6; c++) if (work.model.fixed[6 * body + c]) y[6 * k + c] = 0;
    });
    island.system.solve(y);
    for (const row of rows) row.multiplier += row.rho * (dotRow(row, y) - row.value);
  }
}

function addScaled(y: Float64Array, { a, b, gradient }: HeldRow, s: number): void {
  for (let c = 0; c < 6; c++) {
    if (a >= 0) y[6 * a + c] += s * gradient[c];
    if (b >= 0) y[6 * b + c] += s * gradient[6 + c];
  }
}

function dotRow({ a, b, gradient }: HeldRow, y: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < 6; c++) {
    if (a >= 0) sum += gradient[c] * y[6 * a + c];
    if (b >= 0) sum += gradient[6 + c] * y[6 * b + c];
  }
  return sum;
}

/** (v, ω)ᵀ block (v, ω) over the row's two bodies. */
function quadratic({ a, b }: HeldRow, y: Float64Array): number {
  let sum = 0;
  const at = (r: number): number => (r < 6 ? (a >= 0 ? y[6 * a + r] : 0) : b >= 0 ? y[6 * b + r - 6] : 0);
  for (let r = 0; r < 12; r++) {
    for (let c = r; c < 12; c++) sum += (r === c ? 1 : 2) * block[12 * r + c] * at(r) * at(c);
  }
  return sum;
}

function addSpring(work: Work, state: IpcState, j: number, velocity: Float64Array, pull: Float64Array): void {
  const { joints } = work;
  const { place } = work.islands;
  const [stiffness, damping, rest] = joints.springs.subarray(3 * j, 3 * j + 3);
  const joint = joints.models[j];
  if (joint.coordinate === undefined || (stiffness === 0 && damping === 0)) return;
  placeJoint(joint, work.poses);
  const x = joints.coordinate(j);
  const row = {
    j,
    k: 0,
    a: place[joint.a],
    b: joint.b >= 0 ? place[joint.b] : -1,
    rho: 0,
    gradient: rowGradient.slice(),
    value: 0,
    multiplier: 0,
  };
  const force = -stiffness * (x - rest) - damping * dotRow(row, velocity);
  addScaled(pull, row, force);
  addHeld(work, state, j, row.gradient, force);
}

function addHeld(work: Work, state: IpcState, j: number, gradient: Float64Array, s: number): void {
  const { a, b } = work.joints.models[j];
  for (let c = 0; c < 6; c++) {
    state.held[6 * a + c] += s * gradient[c];
    if (b >= 0) state.held[6 * b + c] += s * gradient[6 + c];
  }
}

/** Mass and inertia of a body in world axes, upper triangle of `six`. */
function writeMass(work: Work, body: number): void {
  const { model, poses } = work;
  six.fill(0);
  for (let r = 0; r < 3; r++) {
    six[7 * r] = model.mass[body];
    for (let c = r; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++)
        sum += poses.r[9 * body + 3 * r + k] * model.inertia[3 * body + k] * poses.r[9 * body + 3 * c + k];
      six[6 * (3 + r) + 3 + c] = sum;
    }
  }
}

/** Row i of the blocks of masses times v. */
function massTimes(mass: Float64Array, v: Float64Array, i: number): number {
  const k = Math.floor(i / 6);
  const r = i - 6 * k;
  let sum = 0;
  for (let c = 0; c < 6; c++) sum += mass[36 * k + (c >= r ? 6 * r + c : 6 * c + r)] * v[6 * k + c];
  return sum;
}
