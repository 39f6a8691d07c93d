// A cable that runs over pulleys and ends in an eye on each side, through which goes the ring of what hangs there. All in the plane z = 0.

import { lathe } from '../../../src/geometry/primitives/index.ts';
import { type BodyFile, type DeformableFile, type JointFile, hinge, mesh } from '../../../src/scene/index.ts';

type Triple = [number, number, number];

export interface Pulleys {
  /** Where their axes are, from left to right, all at the same height [m]. */
  readonly along: readonly number[];
  readonly height: number;
  /** Of the bottom of the groove [m]. */
  readonly radius: number;
}

/** Of a cable [m]: its thickness, the length of its segments, and how far its eyes hang below the axes, left and right. */
export interface CableShape {
  readonly thickness: number;
  readonly segment: number;
  readonly drop: readonly [number, number];
}

/** Radius of the ring on a weight, of the ring's tube, and of the cable's eye about that [m]. */
const ring = { radius: 0.02, tube: 0.004 };
const eye = { radius: 0.012, segments: 10 };
/** What the cable keeps from the grooves at the start [m]. */
const clear = 0.0005;

/** A wheel with a groove, free to turn. */
export function pulley(name: string, at: Triple, radius: number): { body: BodyFile; joint: JointFile } {
  const rim = radius + 0.015;
  const wheel = lathe(
    [0, -0.012, rim, -0.012, rim, -0.009, radius, -0.005, radius, 0.005, rim, 0.009, rim, 0.012, 0, 0.012],
    48,
  );
  return {
    body: { ...mesh(wheel), name, position: at, mass: 0.1, friction: 0.4, color: '#b08d57' },
    joint: hinge(name, { axis: 'z' }),
  };
}

/** A box with a ring on top, its ring where the cable's eye is on that side. */
export function weight(
  name: string,
  mass: number,
  color: string,
  pulleys: Pulleys,
  cable: CableShape,
  side: 0 | 1,
): BodyFile {
  const size = 0.08;
  const [x, y] = hangingAt(pulleys, cable, side);
  return {
    name,
    mass,
    color,
    friction: 0.3,
    shape: {
      kind: 'compound',
      parts: [
        { shape: { kind: 'box', size: [size, size, size] } },
        {
          shape: { kind: 'torus', radius: ring.radius, tubeRadius: ring.tube, segments: 24, tubeSegments: 8 },
          position: [0, size / 2 + ring.radius - ring.tube / 2, 0],
        },
      ],
    },
    // its ring's tube goes through the middle of the eye
    position: [x, y - ring.radius - (size / 2 + ring.radius - ring.tube / 2), 0],
  };
}

/** Middle of the eye on one side. */
function hangingAt({ along, height, radius }: Pulleys, cable: CableShape, side: 0 | 1): [number, number] {
  const out = around(radius, cable);
  return side === 0
    ? [along[0] - out, height - cable.drop[0]]
    : [along[along.length - 1] + out, height - cable.drop[1]];
}

/** Segments of a quarter turn about a pulley. */
function quarter(radius: number, { segment }: CableShape): number {
  return Math.max(4, Math.round((Math.PI * radius) / (2 * segment)));
}

/** How far the cable's vertices are from the axis, so that the middles of its segments just miss the groove. */
function around(radius: number, cable: CableShape): number {
  return (radius + cable.thickness / 2 + clear) / Math.cos(Math.PI / (4 * quarter(radius, cable)));
}

/** The cable. Its eyes are loops of it: the vertex where one begins is where it ends. */
export function cableOver(pulleys: Pulleys, cable: CableShape): Pick<DeformableFile, 'shape' | 'thickness'> {
  const { along, height, radius } = pulleys;
  const out = around(radius, cable);
  const turns = quarter(radius, cable);
  const [left, right] = [hangingAt(pulleys, cable, 0), hangingAt(pulleys, cable, 1)];
  const points: Triple[] = [];
  const straight = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]): void => {
    const count = Math.max(1, Math.round(Math.hypot(u - x, v - y) / cable.segment));
    for (let i = 0; i < count; i++) points.push([x + ((u - x) * i) / count, y + ((v - y) * i) / count, 0]);
  };
  const bend = (x: number, from: number, until: number): void => {
    for (let i = from; i < until; i++) {
      const angle = (Math.PI / 2) * (2 - i / turns);
      points.push([x + out * Math.cos(angle), height + out * Math.sin(angle), 0]);
    }
  };
  straight([left[0], left[1] + eye.radius], [left[0], height]);
  along.forEach((x, p) => {
    bend(x, p === 0 ? 0 : turns, p + 1 === along.length ? 2 * turns : turns);
    if (p + 1 < along.length) straight([x, height + out], [along[p + 1], height + out]);
  });
  straight([right[0], height], [right[0], right[1] + eye.radius]);
  points.push([right[0], right[1] + eye.radius, 0]);
  const last = points.length - 1;
  const edges = Array.from({ length: last }, (_, i): [number, number] => [i, i + 1]);
  for (const [start, [x, y]] of [
    [0, left],
    [last, right],
  ] as const) {
    let before = start;
    for (let i = 1; i < eye.segments; i++) {
      const angle = (2 * Math.PI * i) / eye.segments;
      points.push([x, y + eye.radius * Math.cos(angle), eye.radius * Math.sin(angle)]);
      edges.push([before, points.length - 1]);
      before = points.length - 1;
    }
    edges.push([before, start]);
  }
  return { shape: { kind: 'inline', vertices: points, edges }, thickness: cable.thickness };
}
