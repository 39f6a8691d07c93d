// What a rod is made of: segments that stretch, bends between them, and hidden nodes with the turns of segments about themselves.
//
// A bend stands for half of each of its segments, so that its stiffness is that over this length. A segment both of whose ends are held
// is a clamp: it neither turns nor bends, and the bend beside it stands for half of the other alone.

import type { Mesh } from '../../../geometry/index.ts';
import { lengthTriple } from '../../../num/index.ts';
import type { Deformable } from '../../../scene/index.ts';
import type { Elements } from './elements.ts';
import { heldVertices } from './held.ts';
import { HIDDEN_INERTIA, type HiddenNode } from './hidden.ts';
import { type Bend, NO_LANE, RodBends } from './rod-bends.ts';
import {
  across,
  alongDirector,
  angleAbout,
  curvatureOf,
  movedAcross,
  tangentsOf,
  turnedAbout,
} from './rod-frames.ts';
import { RodStretches } from './rod-stretches.ts';
import { type Strand, strandsOf } from './strands.ts';

export interface RodPlan {
  readonly hidden: readonly HiddenNode[];
  readonly elements: readonly Elements[];
  readonly hardness: number;
}

/**
 * @param h        the time step [s]
 * @param carried  vertices on bodies that move by themselves: as nothing would feel it where a clamp on these held the twist, it does not
 */
export function planRod(
  deformable: Deformable,
  mesh: Mesh,
  h: number,
  carried: ReadonlySet<number>,
): RodPlan {
  const { stretchStiffness, stretchDamping, bendDamping, masses, thickness } = deformable;
  const { wires } = mesh;
  const rest = deformable.restPositions ?? mesh.positions;
  const lengths = lengthsOf(wires, rest);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const mean = whole / lengths.length;
  const elements: Elements[] = [];
  if (stretchStiffness > 0)
    elements.push(
      new RodStretches(
        Array.from(wires),
        lengths.flatMap((length) => [stretchStiffness / length, length]),
        stretchDamping,
      ),
    );
  const held = heldVertices(deformable);
  const isClamped = (w: number): boolean => held.has(wires[2 * w]) && held.has(wires[2 * w + 1]);
  const { bends, directors } = bendsOf(deformable, mesh, rest, (w) => (isClamped(w) ? 0 : lengths[w]));
  const lineMass = masses.reduce((sum, mass) => sum + mass, 0) / whole;
  const inertiaOf = (w: number): number =>
    isClamped(w) && !carried.has(wires[2 * w]) && !carried.has(wires[2 * w + 1])
      ? 0
      : (lineMass * lengths[w] * thickness * thickness) / 8;
  const { nodes, lanes, inertias, stiffnesses } = placeTurns(bends, masses.length, inertiaOf);
  if (bends.length > 0) elements.push(new RodBends(bends, nodes, lanes, directors, mean, bendDamping));
  const hidden: HiddenNode[] = [];
  for (let t = 0; t < inertias.length; t += 3) {
    const own = Math.max(...inertias.slice(t, t + 3));
    const stiffest = Math.max(...stiffnesses.slice(t, t + 3));
    const mass = Math.max(own, HIDDEN_INERTIA * h * h * stiffest) / (mean * mean);
    hidden.push({ position: [0, 0, 0], mass });
  }
  return { hidden, elements, hardness: stretchStiffness / mean };
}

function lengthsOf(wires: ArrayLike<number>, x: Float64Array): number[] {
  return Array.from({ length: wires.length / 2 }, (_, w) => {
    const [a, b] = [3 * wires[2 * w], 3 * wires[2 * w + 1]];
    return lengthTriple([x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]]);
  });
}

interface Bent {
  readonly bends: readonly Bend[];
  /** Of each wire at the start. */
  readonly directors: Float64Array;
}

/** @param bending  length of a wire that bends, 0 of a clamp */
function bendsOf(
  deformable: Deformable,
  { wires, positions }: Mesh,
  rest: Float64Array,
  bending: (wire: number) => number,
): Bent {
  const { bendStiffness, twistStiffness = 0 } = deformable;
  const bends: Bend[] = [];
  const directors = new Float64Array((3 * wires.length) / 2);
  if (bendStiffness === 0 && twistStiffness === 0) return { bends, directors };
  for (const strand of strandsOf(wires, rest))
    addBends(deformable, strand, rest, positions, spansOf(strand, bending), bends, directors);
  return { bends, directors };
}

/** What each bend of a strand stands for [m]: after each of its wires but the last, of closed ones also after that. */
function spansOf({ wires, isClosed }: Strand, bending: (wire: number) => number): number[] {
  const spans = wires.map((w, j) => 0.5 * (bending(w) + bending(wires[(j + 1) % wires.length])));
  return isClosed ? spans : spans.slice(0, -1);
}

function addBends(
  { isStraight = false, twist = 0, bendStiffness, twistStiffness = 0 }: Deformable,
  strand: Strand,
  rest: Float64Array,
  start: Float64Array,
  spans: readonly number[],
  bends: Bend[],
  directors: Float64Array,
): void {
  const { wires, vertices } = strand;
  const restTangents = tangentsOf(strand, rest);
  const tangents = tangentsOf(strand, start);
  const whole = spans.reduce((sum, span) => sum + span, 0);
  // moved along without twist, at rest and at the start, where the material has turned by `turned` against it
  let restDirector = across(restTangents[0]);
  let director = movedAcross(restDirector, restTangents[0], tangents[0]);
  let turned = 0;
  const firsts = [restDirector, director];
  directors.set(director, 3 * wires[0]);
  spans.forEach((span, j) => {
    const next = (j + 1) % wires.length;
    const share = whole > 0 ? (twist * span) / whole : 0;
    const bent = curvatureOf(restTangents[j], restTangents[next]);
    const before = alongDirector(bent, restTangents[j], restDirector);
    restDirector = movedAcross(restDirector, restTangents[j], restTangents[next]);
    director = movedAcross(director, tangents[j], tangents[next]);
    let [now, restTwist] = [share, 0];
    if (next === 0) {
      // a loop comes back to directors that it has: its last bend has what is between them
      const closing = angleAbout(tangents[0], director, firsts[1]);
      const more = isStraight ? 0 : closing - angleAbout(restTangents[0], restDirector, firsts[0]);
      now = closing - turned;
      restTwist = now - share - more;
      restDirector = firsts[0];
    } else {
      turned += share;
      directors.set(turnedAbout(director, tangents[next], turned), 3 * wires[next]);
    }
    if (!(span > 0)) return;
    const after = alongDirector(bent, restTangents[next], restDirector);
    bends.push({
      vertices: [vertices[j], vertices[(j + 1) % vertices.length], vertices[(j + 2) % vertices.length]],
      segments: [wires[j], wires[next]],
      stiffness: [bendStiffness / span, twistStiffness / span],
      rest: isStraight ? [0, 0, 0, 0] : [...before, ...after],
      restTwist,
      twist: now,
    });
  });
}

interface Turns {
  /** Of all bends: their vertices, and the hidden nodes and lanes of the turns of their two segments. */
  readonly nodes: readonly number[];
  readonly lanes: readonly number[];
  /** Of each turn: what it weighs against turning [kg m²], and its stiffness [N m]. */
  readonly inertias: readonly number[];
  readonly stiffnesses: readonly number[];
}

/** @param inertiaOf  of a segment about itself, 0: it is clamped */
function placeTurns(bends: readonly Bend[], first: number, inertiaOf: (wire: number) => number): Turns {
  const turnOf = new Map<number, number>();
  const nodes: number[] = [];
  const lanes: number[] = [];
  const inertias: number[] = [];
  const stiffnesses: number[] = [];
  // what neither twists nor has a side to bend to feels no turn
  const isFelt = bends.some(({ stiffness, rest }) => stiffness[1] > 0 || rest.some((r) => r !== 0));
  for (const { vertices, segments, stiffness, rest } of bends) {
    nodes.push(...vertices);
    for (const wire of segments) {
      const inertia = isFelt ? inertiaOf(wire) : 0;
      if (inertia === 0) {
        nodes.push(vertices[0]);
        lanes.push(NO_LANE);
        continue;
      }
      let turn = turnOf.get(wire);
      if (turn === undefined) {
        turn = inertias.push(inertia) - 1;
        stiffnesses.push(0);
        turnOf.set(wire, turn);
      }
      const squares = rest.reduce((sum, r) => sum + r * r, 0);
      stiffnesses[turn] += stiffness[1] + stiffness[0] * squares;
      nodes.push(first + Math.floor(turn / 3));
      lanes.push(turn % 3);
    }
  }
  return { nodes, lanes, inertias, stiffnesses };
}
