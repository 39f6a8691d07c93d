// Round shapes as a core and a radius: all points at most so far from the core.
//
// A sphere is a point, a capsule a segment, a rounded box a box, a torus a ring. Distances between round shapes are those of
// their cores less both radii, to rounding, however few triangles draw them. The ring is a polygon, whose sides are nearer
// to the centre than the true circle by no more than SAGITTA of the torus' diagonal; the tube is thicker by as much, so that the
// true one is inside.
//
// A cylinder or a cone has no radius to spare, as its rims are sharp: its core is a prism or a pyramid around it, with so many sides
// that no corner is farther out than FLATS of its diagonal, or THIN of its radius where that is less.

import { makeMesh, type Mesh, translateMesh } from '../geometry/index.ts';
import { box, cone, cylinder } from '../geometry/primitives/index.ts';
import { acos, cos, sin } from '../num/elementary/index.ts';
import type { Shape, Vec3 } from './types.ts';

/** What a round shape is made of. */
export interface Core {
  /** In body coordinates. */
  readonly mesh: Mesh;
  /** 0 where the core is around the shape, not within it [m]. */
  readonly radius: number;
  /** Of the box around the whole shape [m]. */
  readonly diagonal: number;
  /** Radius of the largest circle that a polygon of the core stands for [m]. */
  readonly curve?: number;
  /** That circle's. */
  readonly axis?: Vec3;
}

/** Of the diagonal: well below the distance at which contact begins, so that corners that roll by are hardly felt. */
const SAGITTA = 3e-5;
/** A tenth of that distance. What such bodies cost grows with their sides, two of which touch at a time. */
const FLATS = 1e-4;
/** Of the radius: what is long and thin stays as round to smaller things that touch it. */
const THIN = 1e-3;
/** Of the size: a core that is thinner is flat. */
const FLAT = 1e-9;

/** The core of a shape that is round; undefined where it is not. */
export function coreOf(shape: Shape): Core | undefined {
  switch (shape.kind) {
    case 'sphere':
      return inflated(makeMesh([0, 0, 0], [], [], [0]), shape.radius);
    case 'capsule': {
      const end = shape.axis.map((x) => 0.5 * shape.length * x);
      return inflated(makeMesh([...end.map((x) => -x), ...end], [], [0, 1]), shape.radius);
    }
    case 'rounded-box':
      return inflated(
        innerBox(shape.size.map((edge) => edge - 2 * shape.radius) as unknown as Vec3),
        shape.radius,
      );
    case 'torus':
      return ring(shape);
    case 'cylinder':
      return cylinderCore(shape);
    case 'cone':
      return coneCore(shape);
    default:
      return undefined;
  }
}

/** The shape with its surface so far inward [m]; a mesh where that is not one of these. */
export function shrunkShape(shape: Shape, inset: number): Shape {
  switch (shape.kind) {
    case 'sphere':
    case 'capsule':
      return shape.radius > inset ? { ...shape, radius: shape.radius - inset } : { kind: 'mesh' };
    case 'cylinder': {
      const length = shape.length - 2 * inset;
      return shape.radius > inset && length > 0
        ? { ...shape, radius: shape.radius - inset, length }
        : { kind: 'mesh' };
    }
    case 'torus':
      return shape.tubeRadius > inset ? { ...shape, tubeRadius: shape.tubeRadius - inset } : { kind: 'mesh' };
    case 'rounded-box': {
      const size = shape.size.map((edge) => edge - 2 * inset) as unknown as Vec3;
      return shape.radius > inset ? { ...shape, size, radius: shape.radius - inset } : { kind: 'mesh' };
    }
    default:
      return { kind: 'mesh' };
  }
}

function inflated(mesh: Mesh, radius: number): Core {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    let half = 0;
    // cores are symmetric about the origin
    for (let i = k; i < mesh.positions.length; i += 3) half = Math.max(half, Math.abs(mesh.positions[i]));
    squared += 4 * (half + radius) * (half + radius);
  }
  return { mesh, radius, diagonal: Math.sqrt(squared) };
}

/** A box, or the rectangle, segment or point that is left of one. */
function innerBox(size: Vec3): Mesh {
  const least = FLAT * Math.max(...size);
  const wide = [0, 1, 2].filter((k) => size[k] > least && size[k] > 0);
  if (wide.length === 3) return box.make({ size: [...size] });
  const corners: number[] = [];
  for (let corner = 0; corner < 1 << wide.length; corner++) {
    const place = [0, 0, 0];
    wide.forEach((k, bit) => {
      place[k] = (corner >> bit) & 1 ? size[k] / 2 : -size[k] / 2;
    });
    corners.push(...place);
  }
  if (wide.length === 2) return makeMesh(corners, [0, 1, 3, 0, 3, 2]);
  return wide.length === 1 ? makeMesh(corners, [], [0, 1]) : makeMesh(corners, [], [], [0]);
}

function ring({ radius, tubeRadius, axis }: Extract<Shape, { kind: 'torus' }>): Core {
  const across = 2 * (radius + tubeRadius);
  const diagonal = Math.sqrt(2 * across * across + 4 * tubeRadius * tubeRadius);
  const sides = sidesAround(radius, SAGITTA * diagonal);
  const up = axis.findIndex((x) => Math.abs(x) > 0.5);
  const positions = new Float64Array(3 * sides);
  const wires: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    positions[3 * i + ((up + 1) % 3)] = radius * cos(angle);
    positions[3 * i + ((up + 2) % 3)] = radius * sin(angle);
    wires.push(i, (i + 1) % sides);
  }
  const sagitta = radius * (1 - cos(Math.PI / sides));
  return {
    mesh: makeMesh(positions, [], wires),
    radius: tubeRadius + sagitta,
    diagonal,
    curve: radius,
    axis,
  };
}

type Cylinder = Extract<Shape, { kind: 'cylinder' }>;
type Cone = Extract<Shape, { kind: 'cone' }>;

/** How far corners of a core may be out of the shape that it is around [m]. */
export function standsOut(shape: Shape): number {
  if (shape.kind === 'cylinder') return (cylinderSides(shape).outer - 1) * shape.radius;
  if (shape.kind === 'cone') return (coneSides(shape).outer - 1) * Math.max(shape.radius, shape.topRadius);
  return 0;
}

/** A polygon around a circle: its sides, and how much farther out its corners are. */
interface Sides {
  readonly diagonal: number;
  readonly segments: number;
  readonly outer: number;
}

function sidesOf(radius: number, length: number): Sides {
  const diagonal = Math.sqrt(8 * radius * radius + length * length);
  const segments = sidesAround(radius, outermost(radius, diagonal));
  return { diagonal, segments, outer: 1 / cos(Math.PI / segments) };
}

const cylinderSides = ({ radius, length }: Cylinder): Sides => sidesOf(radius, length);
const coneSides = ({ radius, topRadius, height }: Cone): Sides =>
  sidesOf(Math.max(radius, topRadius), height);

function cylinderCore(shape: Cylinder): Core {
  const { radius, length, axis } = shape;
  const { diagonal, segments, outer } = cylinderSides(shape);
  const mesh = cylinder.make({ radius: outer * radius, length, segments, axis: nameOf(axis) });
  return { mesh, radius: 0, diagonal, curve: radius, axis };
}

function coneCore(shape: Cone): Core {
  const { radius, topRadius, height, axis } = shape;
  const { diagonal, segments, outer } = coneSides(shape);
  const standing = cone.make({
    radius: outer * radius,
    topRadius: outer * topRadius,
    height,
    segments,
    axis: nameOf(axis),
  });
  const down = axis.map((part) => -part * centreOfCone(radius, topRadius, height));
  return {
    mesh: translateMesh(standing, down),
    radius: 0,
    diagonal,
    curve: Math.max(radius, topRadius),
    axis,
  };
}

function nameOf(axis: Vec3): 'x' | 'y' | 'z' {
  return (['x', 'y', 'z'] as const)[axis.findIndex((part) => part > 0.5)];
}

/** How high above its foot a cone has its centre of mass [m]; so has a pyramid, whatever it stands on. */
export function centreOfCone(radius: number, topRadius: number, height: number): number {
  const [rr, rt, tt] = [radius * radius, radius * topRadius, topRadius * topRadius];
  return ((height / 4) * (rr + 2 * rt + 3 * tt)) / (rr + rt + tt);
}

/** How far out of its circle a corner may be [m]. */
function outermost(radius: number, diagonal: number): number {
  return Math.min(FLATS * diagonal, THIN * radius);
}

/** Sides of a polygon that is nowhere farther from its circle than so [m], a multiple of four. */
function sidesAround(radius: number, sagitta: number): number {
  return 4 * Math.ceil(Math.PI / acos(1 - sagitta / radius) / 4);
}
