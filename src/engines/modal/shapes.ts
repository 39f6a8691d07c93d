// How bodies are seen to bend: the surfaces that contacts see, and U of their lowest modes at its vertices.
//
// All simulated modes are kept while they fit the bound below; beyond it every body keeps its lowest ones, which are
// those that can be seen.

import { type Bending, type BendingShape, bentBodies, type Frame } from '../../record/index.ts';
import { type Moment, writeMoment } from './advance/flow.ts';
import type { ModalBodies, ModalBody } from './bodies/body.ts';
import type { Model } from './model.ts';
import type { ModalState } from './state.ts';

/** Of all displacements together [bytes]. */
const MOST_BYTES = 1 << 24;

const known = new WeakMap<ModalBodies, Bending>();

/** Undefined where all bodies are rigid. */
export function bendingOf(bodies: ModalBodies, mostBytes = MOST_BYTES): Bending | undefined {
  const flexible = bodies.bodies.filter(({ modes }) => modes > 0);
  if (flexible.length === 0) return undefined;
  const made = mostBytes === MOST_BYTES ? known.get(bodies) : undefined;
  if (made) return made;
  // bodies of one shape, material and clamp share their arrays
  const kinds = [...new Map(flexible.map((body) => [body.shapes, body])).values()];
  const kept = modesWithin(kinds, mostBytes);
  const bending = {
    shapes: kinds.map((body) => shapeOf(body, Math.min(kept, body.modes))),
    bodies: flexible.map(({ index, shapes }) => ({
      body: index,
      shape: kinds.findIndex((kind) => kind.shapes === shapes),
    })),
  };
  if (mostBytes === MOST_BYTES) known.set(bodies, bending);
  return bending;
}

/** Writes q of all bodies that bend: straight from end to end of each body's step, as its pose is. */
export function writeBends(model: Model, state: ModalState, end: Moment, frame: Frame): void {
  const { bends, time } = frame;
  if (bends === undefined) return;
  for (const { body: b, shape, at } of bentBodies(bendingOf(model.bodies))) {
    const first = model.bodies.firstMode[b];
    const h = state.steps[b];
    if (h > 0) writeMoment(model, state, b, state.times[b] + h, end);
    const s = h > 0 ? Math.max(0, Math.min(1, (time - state.times[b]) / h)) : 0;
    for (let m = 0; m < shape.modes; m++) {
      const q = state.modal[first + m];
      bends[at + m] = s > 0 ? q + s * (end.modal[first + m] - q) : q;
    }
  }
}

/** The most modes a body may keep; one at least. */
function modesWithin(kinds: readonly ModalBody[], mostBytes: number): number {
  let kept = 1;
  const bytes = (most: number): number =>
    kinds.reduce((sum, { modes, surface }) => sum + 4 * Math.min(most, modes) * surface.positions.length, 0);
  const all = kinds.reduce((most, { modes }) => Math.max(most, modes), 0);
  while (kept < all && bytes(kept + 1) <= mostBytes) kept++;
  return kept;
}

/** Mode after mode, where contacts have vertex after vertex. */
function shapeOf({ surface, shapes, modes }: ModalBody, kept: number): BendingShape {
  const { positions, faces } = surface;
  const displacements = new Float32Array(kept * positions.length);
  for (let m = 0; m < kept; m++)
    for (let v = 0; 3 * v < positions.length; v++)
      for (let k = 0; k < 3; k++)
        displacements[m * positions.length + 3 * v + k] = shapes[3 * (v * modes + m) + k];
  return { positions, faces, modes: kept, displacements };
}
