// Contacts of the island at hand as rows, with their laws.
//
//   0 ≤ u_n ⊥ f_n ≥ 0, u_n = v_n⁺ + α′ v_n⁻;  f_t opposes v_t⁺, |f_t| ≤ μ f_n;  τ opposes ω⁺, |τ| ≤ ρ f_n
//
// α′ is the pair's restitution where the bodies approach at ε or faster, else 0 (Twigg, James 2008, eqs. (3), (4)); the gap
// plays no part, but for contacts that are looked ahead to: u_n = v_n⁺ + gap/h there (look-ahead.ts). For the cone the two tangents are the principal axes of S = W_tt − W_tn W_nt / W_nn, in which a single
// contact is solved by one root (friction-cone.ts). For the pyramid the first tangent is the way of sliding.

import { addBelts, hasBelt } from '../belt.ts';
import type { Model } from '../model.ts';
import { scriptedVelocity } from '../scripted.ts';
import type { Impulses, Overrides } from './impulses.ts';
import type { KickStep } from './kick.ts';
import { IN_DISC, IN_RECTANGLE, LOCAL_SIZE } from './layout.ts';
import type { Members } from './members.ts';
import type { Problem } from './problem.ts';
import type { Room } from './room.ts';
import { type Rows, writePointRow } from './rows.ts';

export class ContactRows {
  count = 0;
  /** Number of the contact in the set. */
  number: Int32Array = new Int32Array(0);
  shape: Int32Array = new Int32Array(0);
  pulls: Int32Array = new Int32Array(0);
  /** μ, and μ along the second tangent of a rectangle. */
  friction: Float64Array = new Float64Array(0);
  secondFriction: Float64Array = new Float64Array(0);
  rolling: Float64Array = new Float64Array(0);
  /** First of its three rolling rows, -1 without. */
  rollingRow: Int32Array = new Int32Array(0);
  local: Float64Array = new Float64Array(0);
  /** v_n⁻ and α′. */
  approach: Float64Array = new Float64Array(0);
  restitution: Float64Array = new Float64Array(0);

  private readonly room: Room;

  constructor(room: Room) {
    this.room = room;
  }

  reserve(contacts: number): void {
    if (this.number.length >= contacts) return;
    const { room } = this;
    const most = 2 * contacts;
    this.number = room.i32(most);
    this.shape = room.i32(most);
    this.pulls = room.i32(most);
    this.friction = room.f64(most);
    this.secondFriction = room.f64(most);
    this.rolling = room.f64(most);
    this.rollingRow = room.i32(most);
    this.local = room.f64(LOCAL_SIZE * most);
    this.approach = room.f64(most);
    this.restitution = room.f64(most);
  }
}

/** Relative velocity at the contact, of scripted bodies and belts alone; and that of the former. */
const scripted = new Float64Array(3);
const velocity = new Float64Array(6);
const tangent = new Float64Array(6);
const arms = new Float64Array(6);

/** Writes the rows of the island's contacts into its problem, whose members are loaded. */
export function addContactRows(step: KickStep, island: number, problem: Problem): void {
  const { model, mid, contacts: set, islands, time, overrides, impulses: guess } = step;
  const { members, rows, contacts: out } = problem;
  const first = islands.contactStart[island];
  const count = islands.contactStart[island + 1] - first;
  out.count = count;
  out.reserve(count);
  rows.count = 3 * count;
  const isPyramid = model.options.friction === 'pyramid';
  for (let c = 0; c < count; c++) {
    const number = islands.contacts[first + c];
    const a = set.a[number];
    const b = set.b[number];
    out.number[c] = number;
    out.pulls[c] = overrides?.allowPull?.[number] ?? 0;
    out.friction[c] = orNothing(given(overrides?.friction, number) ?? model.friction(a, b));
    out.secondFriction[c] = out.friction[c];
    out.rolling[c] = orNothing(model.rolling(a, b));
    const slotA = members.slot(model, a);
    const slotB = members.slot(model, b);
    for (let k = 0; k < 3; k++) {
      arms[k] = set.points[3 * number + k] - mid[7 * a + k];
      arms[3 + k] = set.points[3 * number + k] - mid[7 * b + k];
    }
    addScripted(model, a, b, time + 0.5 * model.timeStep);

    const row = 3 * c;
    for (let i = row; i < row + 3; i++) {
      rows.a[i] = slotA;
      rows.b[i] = slotB;
      rows.soft[i] = 0;
      rows.lever[i] = 1;
    }
    const { normals } = set;
    writePointRow(
      rows.jacobian,
      9 * row,
      arms,
      normals[3 * number],
      normals[3 * number + 1],
      normals[3 * number + 2],
    );
    rows.finish(members, row);
    const pushed =
      scripted[0] * normals[3 * number] +
      scripted[1] * normals[3 * number + 1] +
      scripted[2] * normals[3 * number + 2];
    const approach = rows.speed(members.before, row) + pushed;
    const restitution = bounces(model, overrides, number, approach)
      ? (given(overrides?.restitution, number) ?? model.restitution(a, b))
      : 0;
    // a belt moves what it touches along its surface alone, so the normal row does not see it
    if (hasBelt(model, a, b)) addBelts(model, mid, a, b, scripted);
    out.approach[c] = approach;
    out.restitution[c] = restitution;
    rows.shift[row] = pushed + restitution * approach + set.ahead[number];

    const line = lineOf(overrides?.direction, number);
    out.shape[c] = isPyramid || line ? IN_RECTANGLE : IN_DISC;
    if (line) out.secondFriction[c] = 0;
    if (line) setTangents(normals, 3 * number, tangent[0], tangent[1], tangent[2]);
    else if (isPyramid) alignTangents(members.free, slotA, slotB, normals, 3 * number);
    else setTangents(normals, 3 * number, 0, 0, 0);
    writeTangents(rows, members, row);
    if (out.shape[c] === IN_DISC) diagonalise(rows, members, row);
    writeLocal(rows, members, row, out, c);

    const { jacobian, z, shift } = rows;
    z[row] = guess.normal[number];
    for (let t = 1; t < 3; t++) {
      const j = 9 * (row + t);
      shift[row + t] =
        scripted[0] * jacobian[j] + scripted[1] * jacobian[j + 1] + scripted[2] * jacobian[j + 2];
      z[row + t] =
        guess.tangential[3 * number] * jacobian[j] +
        guess.tangential[3 * number + 1] * jacobian[j + 1] +
        guess.tangential[3 * number + 2] * jacobian[j + 2];
    }
    out.rollingRow[c] = -1;
    if (out.rolling[c] > 0 && turns(members, slotA, slotB))
      addRolling(members, rows, out, c, slotA, slotB, guess);
  }
}

function turns({ inverseInertias }: Members, slotA: number, slotB: number): boolean {
  return inverseInertias[6 * slotA] > 0 || inverseInertias[6 * slotB] > 0;
}

/** Coefficients so small that no impulse of theirs counts would only lose digits. */
function orNothing(coefficient: number): number {
  return coefficient < 1e-12 ? 0 : coefficient;
}

function given(values: Float64Array | undefined, number: number): number | undefined {
  if (!values) return undefined;
  const value = values[number];
  return Number.isNaN(value) ? undefined : value;
}

/** Whether a contact bounces that approaches at a speed (negative). */
export function bounces(
  model: Model,
  overrides: Overrides | undefined,
  number: number,
  approach: number,
): boolean {
  return -approach >= (overrides?.alwaysBounces?.[number] === 1 ? 0 : model.bounceSpeed);
}

/** The wished line of friction into `tangent`; false where there is none. */
function lineOf(directions: Float64Array | undefined, number: number): boolean {
  if (!directions) return false;
  for (let k = 0; k < 3; k++) tangent[k] = directions[3 * number + k];
  const square = tangent[0] * tangent[0] + tangent[1] * tangent[1] + tangent[2] * tangent[2];
  return square > 0;
}

/** What the motion of scripted bodies adds to the relative velocity at the contact; and to that of turning. */
function addScripted(model: Model, a: number, b: number, time: number): void {
  scripted[0] = scripted[1] = scripted[2] = 0;
  for (let k = 0; k < 6; k++) velocity[k] = 0;
  if (model.isKinematic[b] === 1) {
    scriptedVelocity(model, b, time, velocity, 0);
    addPointVelocity(-1, 3);
  }
  if (model.isKinematic[a] === 1) {
    scriptedVelocity(model, a, time, velocity, 0);
    addPointVelocity(1, 0);
  }
}

function addPointVelocity(sign: number, arm: number): void {
  const [rx, ry, rz] = [arms[arm], arms[arm + 1], arms[arm + 2]];
  scripted[0] += sign * (velocity[0] + velocity[4] * rz - velocity[5] * ry);
  scripted[1] += sign * (velocity[1] + velocity[5] * rx - velocity[3] * rz);
  scripted[2] += sign * (velocity[2] + velocity[3] * ry - velocity[4] * rx);
}

/** Two unit tangents into `tangent`, the first along (x, y, z) as far as it lies in the plane, any where it does not. */
function setTangents(normals: Float64Array, n: number, x: number, y: number, z: number): void {
  const nx = normals[n];
  const ny = normals[n + 1];
  const nz = normals[n + 2];
  let along = x * nx + y * ny + z * nz;
  let tx = x - along * nx;
  let ty = y - along * ny;
  let tz = z - along * nz;
  let square = tx * tx + ty * ty + tz * tz;
  if (!(square > 1e-24 * (x * x + y * y + z * z))) {
    // the axis that is farthest from the normal
    const ax = Math.abs(nx);
    const ay = Math.abs(ny);
    const az = Math.abs(nz);
    const ex = ax <= ay && ax <= az ? 1 : 0;
    const ey = ex === 0 && ay <= az ? 1 : 0;
    const ez = ex === 0 && ey === 0 ? 1 : 0;
    along = ex * nx + ey * ny + ez * nz;
    tx = ex - along * nx;
    ty = ey - along * ny;
    tz = ez - along * nz;
    square = tx * tx + ty * ty + tz * tz;
  }
  const scale = 1 / Math.sqrt(square);
  tx *= scale;
  ty *= scale;
  tz *= scale;
  tangent[0] = tx;
  tangent[1] = ty;
  tangent[2] = tz;
  tangent[3] = ny * tz - nz * ty;
  tangent[4] = nz * tx - nx * tz;
  tangent[5] = nx * ty - ny * tx;
}

/** The first tangent along the sliding that would be without contact. */
function alignTangents(
  v: Float64Array,
  slotA: number,
  slotB: number,
  normals: Float64Array,
  n: number,
): void {
  const a = 6 * slotA;
  const b = 6 * slotB;
  setTangents(
    normals,
    n,
    scripted[0] + v[a] - v[b] + cross(v, a + 3, 0, 1, 2) - cross(v, b + 3, 3, 1, 2),
    scripted[1] + v[a + 1] - v[b + 1] + cross(v, a + 3, 0, 2, 0) - cross(v, b + 3, 3, 2, 0),
    scripted[2] + v[a + 2] - v[b + 2] + cross(v, a + 3, 0, 0, 1) - cross(v, b + 3, 3, 0, 1),
  );
}

/** One component of ω × r. */
function cross(v: Float64Array, at: number, arm: number, i: number, j: number): number {
  return v[at + i] * arms[arm + j] - v[at + j] * arms[arm + i];
}

function writeTangents(rows: Rows, members: Members, row: number): void {
  writePointRow(rows.jacobian, 9 * (row + 1), arms, tangent[0], tangent[1], tangent[2]);
  writePointRow(rows.jacobian, 9 * (row + 2), arms, tangent[3], tangent[4], tangent[5]);
  rows.finish(members, row + 1);
  rows.finish(members, row + 2);
}

/** Turns the tangents of rows row + 1, row + 2 so that S is diagonal. */
function diagonalise(rows: Rows, members: Members, row: number): void {
  const nn = rows.diagonal[row];
  if (!(nn > 0)) return;
  const n1 = rows.own(members, row, row + 1);
  const n2 = rows.own(members, row, row + 2);
  const s11 = rows.diagonal[row + 1] - (n1 * n1) / nn;
  const s22 = rows.diagonal[row + 2] - (n2 * n2) / nn;
  const s12 = rows.own(members, row + 1, row + 2) - (n1 * n2) / nn;
  if (Math.abs(s12) <= 1e-15 * (s11 + s22)) return;
  // the smaller root of t² + 2 ϑ t − 1 = 0, Jacobi's rotation
  const theta = (s22 - s11) / (2 * s12);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  rotatePair(rows.jacobian, 9 * (row + 1), 9, c, s);
  rotatePair(rows.turning, 6 * (row + 1), 6, c, s);
  rows.diagonal[row + 1] = rows.own(members, row + 1, row + 1);
  rows.diagonal[row + 2] = rows.own(members, row + 2, row + 2);
}

/** (x, y) ← (c x − s y, s x + c y) for the two runs of `length` numbers at `at`. */
function rotatePair(values: Float64Array, at: number, length: number, c: number, s: number): void {
  for (let k = at; k < at + length; k++) {
    const x = values[k];
    const y = values[k + length];
    values[k] = c * x - s * y;
    values[k + length] = s * x + c * y;
  }
}

function writeLocal(
  rows: Rows,
  members: Members,
  row: number,
  { local, shape }: ContactRows,
  c: number,
): void {
  const at = LOCAL_SIZE * c;
  const nn = rows.diagonal[row];
  const n1 = rows.own(members, row, row + 1);
  const n2 = rows.own(members, row, row + 2);
  local[at] = nn;
  local[at + 1] = n1;
  local[at + 2] = n2;
  const reduce = shape[c] === IN_DISC && nn > 0 ? 1 / nn : 0;
  local[at + 3] = rows.diagonal[row + 1] - n1 * n1 * reduce;
  local[at + 4] = rows.diagonal[row + 2] - n2 * n2 * reduce;
  local[at + 5] = shape[c] === IN_DISC ? 0 : rows.own(members, row + 1, row + 2);
}

function addRolling(
  members: Members,
  rows: Rows,
  out: ContactRows,
  c: number,
  slotA: number,
  slotB: number,
  guess: Impulses,
): void {
  const first = rows.count;
  rows.count += 3;
  out.rollingRow[c] = first;
  const number = out.number[c];
  for (let k = 0; k < 3; k++) {
    const row = first + k;
    rows.a[row] = slotA;
    rows.b[row] = slotB;
    rows.jacobian.fill(0, 9 * row, 9 * row + 9);
    rows.jacobian[9 * row + 3 + k] = 1;
    rows.jacobian[9 * row + 6 + k] = -1;
    rows.soft[row] = 0;
    rows.finish(members, row);
    // `velocity` is that of the scripted body, where one of the two is
    rows.shift[row] = slotA === members.count ? velocity[3 + k] : -velocity[3 + k];
    if (slotA !== members.count && slotB !== members.count) rows.shift[row] = 0;
    rows.z[row] = guess.rolling[3 * number + k];
  }
  let norm = 0;
  for (let i = first; i < first + 3; i++) {
    let sum = 0;
    for (let k = first; k < first + 3; k++) sum += Math.abs(rows.entry(members, i, k));
    norm = Math.max(norm, sum);
  }
  rows.norm.fill(norm, first, first + 3);
  rows.lever.fill(norm > 0 ? Math.sqrt(rows.diagonal[3 * c] / norm) : 0, first, first + 3);
}
