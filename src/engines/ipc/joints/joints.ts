// Joints at work in a step: multipliers, penalties and targets, made ready from the state before Newton begins.
//
// Each row adds the augmented Lagrangian of its bounded multiplier to the incremental potential,
//
//   ψ(c) = max over μ' in [low, high] of μ'c − (μ' − μ)²/(2ρ),   ψ' = clamp(μ + ρc)
//
// which is μc + ½ρc² where no bound acts; so equalities, limits and motors with a maximum force are one formula. μ is
// the force times `scale` (h², or h²/4 where the integrator is of second order), ρ a large multiple of the mass that
// the row moves. Multipliers live on in the state, as forces, so that a step begins with those of the last one.

import { unrotateByQuaternion } from '../../../num/index.ts';
import type { JointRow } from '../../../sim/index.ts';
import { isOpen } from '../absent.ts';
import { compileJoints, type JointModel, noMotor, speedMotor } from './model.ts';
import { armOfA, evaluateRow, placeJoint, rowGradient } from './joint-rows.ts';
import { isFree, type Model } from '../model.ts';
import { type IpcState, writeSpin } from '../state.ts';
import type { Work } from '../step/work.ts';

/** ρ as a multiple of the mass that a row moves: multipliers are right to a part in so many after one update. */
const penalty = 1e5;
/** A motor's largest force is a kink, which Newton crosses back and forth where it is sharp: motors are softer. */
const motorPenalty = 1e3;
/** A position motor takes at least so many steps for what is left of its way. */
const approachSteps = 4;
const turn = 2 * Math.PI;

export class Joints {
  readonly models: readonly JointModel[];
  /** Pairs of bodies that they couple, two numbers a joint; -1 is the world. */
  readonly links: Int32Array;
  readonly rowCount: number;
  /** A row's multiplier and its bounds, penalty, and what is subtracted from its function. */
  readonly mu: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly rho: Float64Array;
  readonly offset: Float64Array;
  /** Error that a row may keep [m or rad]. */
  readonly allowed: Float64Array;
  /** A joint's factor of forces in the potential [s²], 0 where it is broken or one of its bodies is not there. */
  readonly scale: Float64Array;
  /** Its coordinate when the step began, and how fast that changed. */
  readonly start: Float64Array;
  readonly rate: Float64Array;
  /** Stiffness, damping and rest of its spring. */
  readonly springs: Float64Array;
  /** Updates of its multipliers in this step, and the error that was left by the last, in what is allowed. */
  readonly rounds: Int32Array;
  readonly error: Float64Array;

  constructor(models: readonly JointModel[]) {
    this.models = models;
    this.links = Int32Array.from(models.flatMap(({ a, b }) => [a, b]));
    const last = models.at(-1);
    this.rowCount = last ? last.firstRow + last.rows.length : 0;
    const rows = (): Float64Array => new Float64Array(this.rowCount);
    const joints = (): Float64Array => new Float64Array(models.length);
    this.mu = rows();
    this.low = rows();
    this.high = rows();
    this.rho = rows();
    this.offset = rows();
    this.allowed = rows();
    this.scale = joints();
    this.start = joints();
    this.rate = joints();
    this.springs = new Float64Array(3 * models.length);
    this.rounds = new Int32Array(models.length);
    this.error = joints();
  }

  /** The value of a row of the joint placed last, without what is subtracted; a twist is the one nearest to where the step began. */
  measure(j: number, row: JointRow): number {
    const value = evaluateRow(row.kind, row.i, row.j);
    return row.kind === 'twist' ? value + turn * Math.round((this.start[j] - value) / turn) : value;
  }

  /** The joint's coordinate; its gradient is then in rowGradient. */
  coordinate(j: number): number {
    const { coordinate } = this.models[j];
    if (!coordinate) return 0;
    const value = evaluateRow(coordinate.kind, coordinate.i, 0);
    if (coordinate.kind === 'twist') return value + turn * Math.round((this.start[j] - value) / turn);
    return value - coordinate.offset;
  }
}

export function createJoints(model: Model): Joints {
  return new Joints(compileJoints(model.scene, model.diagonal));
}

const spin = new Float64Array(3);

/** Before Newton: everything a joint needs to know of this step. Roles are assigned, work.poses are where it starts. */
export function prepareJoints(work: Work, state: IpcState, h: number): void {
  const { joints, poses } = work;
  joints.springs.set(state.jointSprings);
  work.drags.data.set(state.drags);
  work.drags.any = state.drags.some((number) => number !== 0);
  joints.models.forEach((model, j) => {
    joints.rounds[j] = 0;
    joints.error[j] = Infinity;
    if (isOpen(work, state, j, model)) {
      joints.scale[j] = 0;
      return;
    }
    const scale = (work.targets.secondOrder[freeBody(work, model)] ? 0.25 : 1) * h * h;
    joints.scale[j] = scale;
    placeJoint(model, poses);
    joints.start[j] = state.jointCoordinates[j];
    joints.start[j] = joints.coordinate(j);
    joints.rate[j] = model.coordinate ? rateOf(work, state, model) : 0;
    const target = motorTarget(work, state, j, h);
    const largest = 1e-15 * (placeOf(poses.q, model.a) + placeOf(poses.q, model.b));
    model.rows.forEach((row, k) => {
      const r = model.firstRow + k;
      joints.measure(j, row);
      // c = cos φ of a cone has no slope at φ = 0: its scale is that at the limit
      const steep = row.kind === 'axes' && row.role !== 'hold' ? Math.sqrt(1 - row.offset * row.offset) : 0;
      const mass = steep > 0 ? coneMass(work, model, steep) : movedMass(work, model);
      joints.rho[r] = (row.role === 'motor' ? motorPenalty : penalty) * mass;
      joints.offset[r] = row.role === 'motor' ? row.offset + target : row.offset;
      joints.allowed[r] = row.angular ? 1e-10 * (steep > 0 ? steep : 1) : 1e-10 * model.size + largest;
      const most = scale * state.jointMotors[3 * j + 2];
      joints.low[r] = row.role === 'upper' ? 0 : row.role === 'motor' ? -most : -Infinity;
      joints.high[r] = row.role === 'lower' ? 0 : row.role === 'motor' ? most : Infinity;
      const mu = scale * state.jointForces[r];
      joints.mu[r] = Math.min(joints.high[r], Math.max(joints.low[r], mu));
    });
  });
}

/** One of the joint's bodies that is free; joints of bodies that are not are refused. */
export function freeBody(work: Work, { a, b }: JointModel): number {
  return work.role[a] === isFree || b < 0 ? a : b;
}

function placeOf(q: Float64Array, i: number): number {
  return i < 0 ? 0 : Math.abs(q[3 * i]) + Math.abs(q[3 * i + 1]) + Math.abs(q[3 * i + 2]);
}

/** ∇c·(v, ω) of the row in rowGradient, at the velocities of the state. */
function rateOf(work: Work, state: IpcState, { a, b }: JointModel): number {
  let rate = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    if (body < 0) continue;
    writeSpin(work.model, state.orientation, 4 * body, body, state.angularMomentum, 3 * body, spin, 0);
    for (let k = 0; k < 3; k++) {
      rate +=
        rowGradient[6 * side + k] * state.velocity[3 * body + k] + rowGradient[6 * side + 3 + k] * spin[k];
    }
  }
  return rate;
}

/** (∇c M⁻¹ ∇cᵀ)⁻¹ over the free bodies of the row in rowGradient: kg, or kg m² for angles. */
function movedMass(work: Work, { a, b }: JointModel): number {
  const inverse = inverseMassOf(work, a, 0) + inverseMassOf(work, b, 6);
  return inverse > 0 ? 1 / inverse : 0;
}

/** The same for a row whose gradient is `steep` about an axis that is not known yet. */
function coneMass(work: Work, { a, b }: JointModel, steep: number): number {
  let inverse = 0;
  for (const body of [a, b]) {
    if (body < 0 || work.role[body] !== isFree) continue;
    for (let k = 0; k < 3; k++) inverse += 1 / (3 * work.model.inertia[3 * body + k]);
  }
  return 1 / (inverse * steep * steep);
}

const inBody = new Float64Array(3);

function inverseMassOf(work: Work, body: number, at: number): number {
  if (body < 0 || work.role[body] !== isFree) return 0;
  const { model, poses } = work;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    spin[k] = model.fixed[6 * body + 3 + k] ? 0 : rowGradient[at + 3 + k];
    if (!model.fixed[6 * body + k]) sum += (rowGradient[at + k] * rowGradient[at + k]) / model.mass[body];
  }
  unrotateByQuaternion(inBody, 0, poses.o, 4 * body, spin, 0);
  for (let k = 0; k < 3; k++) sum += (inBody[k] * inBody[k]) / model.inertia[3 * body + k];
  return sum;
}

/**
 * Where a motor wants its coordinate at the end of the step. One with a target position slows down so that half of its
 * force can stop the bodies of the joint there.
 */
function motorTarget(work: Work, state: IpcState, j: number, h: number): number {
  const { joints } = work;
  const [mode, target, most] = state.jointMotors.subarray(3 * j, 3 * j + 3);
  if (mode === noMotor) return 0;
  if (mode === speedMotor) return joints.start[j] + h * target;
  const left = target - joints.start[j];
  const acceleration = (0.5 * most) / drivenMass(work, j);
  const speed = Math.min(Math.abs(left) / (approachSteps * h), Math.sqrt(2 * acceleration * Math.abs(left)));
  return joints.start[j] + h * (left < 0 ? -speed : speed);
}

/** Mass, or moment of inertia about the hinge, that the motor of joint j has to move. */
function drivenMass(work: Work, j: number): number {
  const { joints, model, poses } = work;
  const joint = joints.models[j];
  placeJoint(joint, poses);
  joints.coordinate(j);
  if (joint.coordinate?.kind !== 'twist') return movedMass(work, joint);
  let inverse = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? joint.a : joint.b;
    if (body < 0 || work.role[body] !== isFree) continue;
    const own = inverseMassOf(work, body, 6 * side);
    if (own === 0) continue;
    // Steiner's share, with the arm of either body to the joint's point
    let along = 0;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const arm = side === 0 ? armOfA(k) : armOfA(k) + poses.q[3 * joint.a + k] - poses.q[3 * joint.b + k];
      along += arm * rowGradient[3 + k];
      squared += arm * arm;
    }
    inverse += 1 / (1 / own + model.mass[body] * Math.max(0, squared - along * along));
  }
  return 1 / inverse;
}
