// Newton's step on the natural map of a large island, by elimination of impulses.
//
// With a step Δv of velocities known, a contact's or a joint's row says its own Δz = r − slope Δv, since ∂P has blocks of one contact only;
// what is left is (1 + M⁻¹ Jᵀ slopes) Δv = M⁻¹ Jᵀ r, as sparse as the island (body-blocks.ts). The map's laws are Coulomb's as they stand, no
// slip is held, so it arrives where multipliers do not (multiply.ts): where contacts barely slide, or slide as stiffly as they press.
//
// Portable (num/kernels/machine.ts).

import {
  clearReals,
  copyReals,
  type f64,
  type i32,
  putReal,
  real,
  realAt,
  wholeAt,
} from '../../../../num/kernels/machine.ts';
import { arrange, blocksScratch, factorBlocks, solveBlocks } from './body-blocks.ts';
import {
  addGradient,
  alongSlope,
  bindResponse,
  clearSlopes,
  formBlocks,
  responseScratch,
} from './response.ts';
import { left, mostProducts, spend } from './budget.ts';
import {
  BODIES,
  CONTACTS,
  FIRST_JOINT_ROW,
  FREE,
  FRICTION,
  HIGH,
  IMPULSE,
  IN_DISC,
  LOW,
  NOW,
  PULLS,
  ROLLING,
  ROLLING_ROW,
  ROWS,
  SECOND_FRICTION,
  SHAPE,
  SHIFT,
  SOFT,
} from '../layout.ts';
import { MAP, raised, sizeOfY, SPEEDS, STEP, Y } from '../natural-map.ts';
import { speed } from '../row-products.ts';
import { loadVelocities } from '../sweep.ts';

// Scratch: a step of velocities, the step of impulses, and the matrix.
let TURN: i32 = 0;
let MOVE: i32 = 0;
/** What a step takes, in products of blocks. */
let taken: f64 = 0;

/** Numbers of scratch that steps need. */
export function mapSlopesScratch(rows: i32, bodies: i32): i32 {
  return 6 * (bodies + 1) + responseScratch(rows) + blocksScratch(bodies);
}

/** False where elimination costs more than is left. */
export function bindMapSlopes(scratch: i32): boolean {
  TURN = scratch;
  bindResponse(TURN + 6 * (BODIES + 1));
  const products = arrange(TURN + 6 * (BODIES + 1) + responseScratch(ROWS), mostProducts());
  taken = real(products + ROWS);
  return products >= 0;
}

/** u at z, which becomes the island's impulses. */
export function sparseSpeeds(z: i32): void {
  copyReals(ROWS, IMPULSE, z);
  loadVelocities();
  for (let i = 0; i < ROWS; i++)
    putReal(SPEEDS + i, speed(NOW, i) + realAt(SHIFT + i) + realAt(SOFT + i) * realAt(z + i));
}

/** direction = −(∂map)⁻¹ map; false where no more may be done. */
export function sparseDirection(direction: i32): boolean {
  if (left < taken) return false;
  spend(taken);
  MOVE = direction;
  clearSlopes();
  for (let c = 0; c < CONTACTS; c++) followContact(c);
  for (let row = FIRST_JOINT_ROW; row < ROWS; row++) {
    const y = realAt(Y + row);
    if (y > realAt(LOW + row) && y < realAt(HIGH + row)) follow(row);
    else keep(row);
  }
  copyReals(ROWS, IMPULSE, MOVE);
  loadVelocities();
  for (let k = 0; k < 6 * BODIES; k++) putReal(TURN + k, realAt(NOW + k) - realAt(FREE + k));
  clearReals(6, TURN + 6 * BODIES);
  formBlocks();
  if (!factorBlocks()) return false;
  solveBlocks(TURN);
  for (let i = 0; i < ROWS; i++) putReal(MOVE + i, realAt(MOVE + i) - alongSlope(i, TURN));
  return true;
}

function followContact(c: i32): void {
  const row = 3 * c;
  const pushes = realAt(Y + row) > 0;
  if (wholeAt(PULLS + c) === 1 || pushes) follow(row);
  else keep(row);
  const friction: f64 = pushes ? realAt(FRICTION + c) : 0;
  if (wholeAt(SHAPE + c) === IN_DISC) bend(row + 1, 2, row, friction);
  else {
    bend(row + 1, 1, row, friction);
    bend(row + 2, 1, row, pushes ? realAt(SECOND_FRICTION + c) : 0);
  }
  const rolling = wholeAt(ROLLING_ROW + c);
  if (rolling >= 0) bend(rolling, 3, row, pushes ? realAt(ROLLING + c) : 0);
}

/** What is left of ∂(z − y) by z where u is held: the diagonal is raised, and some rows give way. */
function gives(row: i32): f64 {
  return raised + realAt(STEP + row) * realAt(SOFT + row);
}

/** A row that u must fit. One that nothing can move keeps its impulse. */
function follow(row: i32): void {
  const step = realAt(STEP + row);
  if (step === 0) {
    keep(row);
    return;
  }
  putReal(MOVE + row, -realAt(MAP + row) / gives(row));
  addGradient(row, row, step / gives(row));
}

function keep(row: i32): void {
  putReal(MOVE + row, -realAt(MAP + row));
}

/** Rows that are confined to the ball of radius coefficient × y_n. */
function bend(row: i32, length: i32, normal: i32, coefficient: f64): void {
  const radius: f64 = coefficient > 0 ? coefficient * realAt(Y + normal) : 0;
  const size = sizeOfY(row, length);
  if (size <= radius && coefficient > 0) {
    for (let k = row; k < row + length; k++) follow(k);
    return;
  }
  for (let k = row; k < row + length; k++) keep(k);
  if (!(radius > 0)) return;
  // P(y) = r y/|y|: ∂P = (r/|y|) (I − ŷŷᵀ) ∂y + ŷ ∂r
  const shrink = radius / size;
  const across = 1 / (1 - (1 - gives(row)) * shrink);
  let along: f64 = 0;
  for (let k = row; k < row + length; k++) along += (realAt(Y + k) / size) * realAt(MAP + k);
  const loose = gives(normal);
  const grows = (coefficient * (1 - loose) * realAt(MAP + normal)) / loose;
  for (let i = row; i < row + length; i++) {
    const unit = realAt(Y + i) / size;
    putReal(MOVE + i, -unit * along - across * (realAt(MAP + i) - unit * along) - unit * grows);
    for (let k = row; k < row + length; k++) {
      const part = (i === k ? 1 : 0) - unit * (realAt(Y + k) / size);
      addGradient(i, k, across * shrink * realAt(STEP + k) * part);
    }
    addGradient(i, normal, (coefficient * unit * realAt(STEP + normal)) / loose);
  }
}
