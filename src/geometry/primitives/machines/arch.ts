// The stones of an arch that carries itself: a catenary of even thickness.
//
// Hung upside down, a chain of even weight takes the shape z = rise - a (cosh(x/a) - 1), and pushes
// along itself everywhere. Stones cut along that line with joints square to it press on one another
// without shear, so that the arch stands for any friction. Its feet are cut level with the ground;
// there the thrust leans by atan(1 / sinh(span/2a)) from the ground, which friction must bear
// (μ ≥ 1/sinh(span/2a)). The parameter a solves a (cosh(span/2a) - 1) = rise.
//
// The arch stands in the xz plane, its feet on z = 0, its depth along y. Arc length from the crown is
// s = a sinh(x/a), so equal stones are x = a asinh(s/a).

import { cosh, log, sinh } from '../../../num/elementary/index.ts';
import { type Mesh, makeMesh } from '../../mesh.ts';
import { MeshError } from '../../mesh-error.ts';
import { count, definePrimitive, length, quantity } from '../define.ts';

const ARCH = {
  stones: count(25, 3, 1001, 'number of stones'),
  span: length(2, 'between the middles of the feet'),
  rise: length(1.5, 'from the ground to the middle of the crown'),
  thickness: length(0.2, 'across the arch'),
  depth: length(0.3, 'along y'),
  gap: quantity(0.0002, 0, 1e6, 'm', 'left open between two stones'),
} as const;

export const voussoir = definePrimitive(
  'voussoir',
  'one stone of a catenary arch, in the frame of the arch: feet on z = 0, span along x',
  { ...ARCH, index: count(12, 0, 1000, 'which stone, from 0 at -x') },
  (p) => {
    if (p.index >= p.stones) {
      throw new MeshError(
        'the arch has no such stone',
        'voussoir.index',
        p.index,
        `give less than ${p.stones}`,
      );
    }
    const a = catenaryParameter(p.span, p.rise);
    const half = a * sinh(p.span / (2 * a));
    const stoneLength = (2 * half) / p.stones;
    // The inner side of the crown bends with radius a: stones must not fold there.
    if (p.thickness > 1.5 * a || p.gap > 0.2 * stoneLength) {
      throw new MeshError(
        'the stones are too thick or too far apart',
        'voussoir.thickness',
        p.thickness,
        `give less than ${1.5 * a} m`,
      );
    }
    const from = joint(p, a, half, p.index);
    const to = joint(p, a, half, p.index + 1);
    // Corners inner, outer of the lower joint, outer, inner of the upper one: clockwise seen from -y.
    const side = [...from.inner, ...from.outer, ...to.outer, ...to.inner];
    return prism(side, p.depth);
  },
);

interface Arch {
  readonly stones: number;
  readonly rise: number;
  readonly thickness: number;
  readonly gap: number;
  readonly index: number;
}

/** Where joint j meets the inner and the outer side: x and z each, moved half the gap into the stone. */
function joint(
  p: Arch,
  a: number,
  half: number,
  j: number,
): { inner: [number, number]; outer: [number, number] } {
  const s = -half + (2 * half * j) / p.stones;
  const x = a * asinh(s / a);
  const z = p.rise - a * (cosh(x / a) - 1);
  // Unit tangent (towards +x) and outward normal.
  const slope = -sinh(x / a);
  const size = Math.sqrt(1 + slope * slope);
  const [tx, tz] = [1 / size, slope / size];
  const foot = j === 0 || j === p.stones;
  const shift = foot ? 0 : ((j === p.index ? 1 : -1) * p.gap) / 2;
  const corner = (side: number): [number, number] => {
    const cx = x - side * tz * (p.thickness / 2) + shift * tx;
    const cz = z + side * tx * (p.thickness / 2) + shift * tz;
    // The feet are cut level: along the tangent down, or up, to the ground.
    return foot ? [cx - (cz * tx) / tz, 0] : [cx, cz];
  };
  return { inner: corner(-1), outer: corner(1) };
}

/** A four-cornered side in the xz plane (x and z by turns) drawn out along y. */
function prism(side: readonly number[], depth: number): Mesh {
  const positions: number[] = [];
  for (const y of [-depth / 2, depth / 2]) {
    for (let i = 0; i < 8; i += 2) positions.push(side[i], y, side[i + 1]);
  }
  const faces = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    faces.push(i, j, 4 + j, i, 4 + j, 4 + i);
  }
  return makeMesh(positions, faces);
}

/** The root of a (cosh(span/2a) - 1) = rise, by bisection: the left side falls with a. */
function catenaryParameter(span: number, rise: number): number {
  if (rise > 10 * span || rise < 0.05 * span) {
    throw new MeshError(
      'the arch is too steep or too flat',
      'voussoir.rise',
      rise,
      `give ${0.05 * span} to ${10 * span} m`,
    );
  }
  let low = span / 40;
  let high = 10 * span;
  for (let i = 0; i < 100; i++) {
    const a = (low + high) / 2;
    if (a * (cosh(span / (2 * a)) - 1) > rise) low = a;
    else high = a;
  }
  return (low + high) / 2;
}

function asinh(x: number): number {
  const t = Math.abs(x);
  const value = log(t + Math.sqrt(t * t + 1));
  return x < 0 ? -value : value;
}
