// A hexagon bolt and the nut that turns on it, with the ISO metric thread profile.
//
// The bolt's profile over one pitch p is a root of p/4, a flank, a crest of p/8 and a flank back; the
// depth is 5/8 of the height H = p √3/2 of the sharp triangle. Flanks stand 60° to each other, so
// that moving a flank out by 2 g along the radius opens a gap of g across it. The nut's
// profile is the bolt's moved out by twice the clearance, and by 1/cos(π/S) more, because the S
// flats of a bore reach in where the flats of a bolt stay inside.
//
// Both threads start at the height of the origin: the nut fits at any height z when it is turned
// by 2π z / pitch.

import { cos } from '../../../num/elementary/index.ts';
import { MeshError } from '../../mesh-error.ts';
import { count, definePrimitive, length, quantity } from '../define.ts';
import { SolidBuilder } from '../extrude.ts';
import { circle } from '../rings.ts';
import { addThread } from './thread.ts';

const THREAD = {
  diameter: length(0.01, 'outer diameter of the thread (M10)'),
  pitch: length(0.0015, 'height of one turn'),
  acrossFlats: quantity(0.016, 1e-6, 1e6, 'm', 'width of the hexagon'),
  segments: count(24, 8, 256, 'flats a turn; the same for bolt and nut'),
} as const;

export const bolt = definePrimitive(
  'bolt',
  'a hexagon bolt along z: the head below the plane through the origin, the thread above it',
  {
    ...THREAD,
    turns: count(12, 1, 200, 'turns of full thread; the shank is a turn and a half longer'),
    head: length(0.0064, 'height of the head'),
  },
  (p) => {
    const { profile, root, depth } = threadProfile(p, 0, 1);
    const top = p.pitch * (p.turns + 1.5);
    const builder = new SolidBuilder();
    const hexagon = hexagonOf(p.acrossFlats, p.diameter / 2, 'bolt');
    const low = builder.ring(hexagon, -p.head);
    const high = builder.ring(hexagon, 0);
    const end = root - 0.4 * depth;
    const thread = addThread(builder, {
      ...p,
      profile,
      start: p.pitch / 4,
      lower: [0, end],
      upper: [top, end],
    });
    builder.cap([low], 'down');
    builder.wall(low, high);
    builder.cap([high, thread.lower.toReversed()], 'up');
    builder.cap([thread.upper], 'up');
    return builder.mesh();
  },
  verticesOf,
);

export const nut = definePrimitive(
  'nut',
  'a hexagon nut about z, standing on the plane through the origin',
  {
    ...THREAD,
    turns: count(4, 1, 200, 'turns of full thread; the nut is two turns higher'),
    clearance: quantity(0.00005, 0, 1e6, 'm', 'between its flanks and those of the bolt'),
  },
  (p) => {
    const grow = 1 / cos(Math.PI / p.segments);
    const { root, crest, depth } = threadProfile(p, 2 * p.clearance, grow);
    // The same thread, but begun at the floor of its groove, where the bolt has its crest: the
    // band must start and end on the side of the material.
    const profile = [0, crest, p.pitch / 8, crest, (7 / 16) * p.pitch, root, (11 / 16) * p.pitch, root];
    const start = (13 / 16) * p.pitch;
    const top = p.pitch * (p.turns + 2);
    const builder = new SolidBuilder();
    const end = crest + 0.4 * depth;
    const hexagon = hexagonOf(p.acrossFlats, end, 'nut');
    const low = builder.ring(hexagon, 0);
    const high = builder.ring(hexagon, top);
    const bore = new SolidBuilder();
    const thread = addThread(bore, { ...p, profile, start, lower: [0, end], upper: [top, end] });
    // The bore looks inward: its faces are turned over as they are taken in.
    const base = builder.positions.length / 3;
    for (const x of bore.positions) builder.positions.push(x);
    for (let f = 0; f < bore.faces.length; f += 3) {
      builder.faces.push(base + bore.faces[f], base + bore.faces[f + 2], base + bore.faces[f + 1]);
    }
    builder.cap([low, thread.lower.map((v) => base + v).toReversed()], 'down');
    builder.wall(low, high);
    builder.cap([high, thread.upper.map((v) => base + v).toReversed()], 'up');
    return builder.mesh();
  },
  verticesOf,
);

/** Four corners of the thread a turn, where it runs out three rings and four more, and two hexagons. */
function verticesOf({ segments, turns }: { readonly segments: number; readonly turns: number }): number {
  return 4 * segments * turns + 3 * segments + 16;
}

interface Thread {
  readonly diameter: number;
  readonly pitch: number;
}

/** Corners of one pitch from the root up, moved out by `out` [m] and scaled by `grow`. */
function threadProfile({ diameter, pitch }: Thread, out: number, grow: number) {
  const depth = (5 / 8) * (Math.sqrt(3) / 2) * pitch;
  const crest = (diameter / 2 + out) * grow;
  const root = (diameter / 2 - depth + out) * grow;
  if (root < 0.3 * diameter) {
    throw new MeshError(
      'the thread cuts the bolt through',
      'pitch',
      pitch,
      `give less than ${0.36 * diameter} m`,
    );
  }
  const profile = [0, root, pitch / 4, root, (9 / 16) * pitch, crest, (11 / 16) * pitch, crest];
  return { profile, root, crest, depth };
}

function hexagonOf(acrossFlats: number, inside: number, where: string) {
  if (acrossFlats < 2.1 * inside) {
    throw new MeshError(
      'the hexagon is narrower than the thread',
      `${where}.acrossFlats`,
      acrossFlats,
      `give at least ${2.1 * inside} m`,
    );
  }
  return circle(acrossFlats / Math.sqrt(3), 6);
}
