// Mass and principal inertia of round shapes, whose meshes only come near them.

import { centreOfCone } from '../core.ts';
import type { Shape, Vec3 } from '../types.ts';

interface Weight {
  /** [kg] */
  readonly mass: number;
  /** Principal moments [kg m²]. */
  readonly inertia: Vec3;
}

/**
 * Mass [kg] and principal inertia [kg m²] of the true shape, where its mesh only comes near it: a ball of
 * steel weighs what a ball weighs, however few triangles draw it. Undefined where the mesh is exact.
 */
export function exactMass(shape: Shape, density: number): Weight | undefined {
  switch (shape.kind) {
    case 'sphere':
    case 'cylinder':
    case 'capsule':
      return turnedMass(shape, density);
    case 'torus':
      return torusMass(shape, density);
    case 'cone':
      return coneMass(shape, density);
    case 'rounded-box':
      return roundedBoxMass(shape, density);
    default:
      return undefined;
  }
}

type Cone = Extract<Shape, { kind: 'cone' }>;
type Turned = Extract<Shape, { kind: 'sphere' | 'cylinder' | 'capsule' }>;

function turnedMass(shape: Turned, density: number): Weight {
  const r2 = shape.radius * shape.radius;
  const ball = (density * 4 * Math.PI * r2 * shape.radius) / 3;
  if (shape.kind === 'sphere') {
    const moment = 0.4 * ball * r2;
    return { mass: ball, inertia: [moment, moment, moment] };
  }
  const l = shape.length;
  const rod = density * Math.PI * r2 * l;
  let along = (rod * r2) / 2;
  let across = rod * (r2 / 4 + (l * l) / 12);
  if (shape.kind === 'capsule') {
    // Two half balls, their flat sides at ±l/2, their centres of mass 3r/8 further out.
    along += 0.4 * ball * r2;
    across += ball * (0.4 * r2 + (l * l) / 4 + (3 * l * shape.radius) / 8);
  }
  return {
    mass: shape.kind === 'capsule' ? rod + ball : rod,
    inertia: aboutAxis(shape.axis, along, across),
  };
}

function torusMass({ radius, tubeRadius, axis }: Extract<Shape, { kind: 'torus' }>, density: number): Weight {
  const [R2, r2] = [radius * radius, tubeRadius * tubeRadius];
  const mass = density * 2 * Math.PI * Math.PI * radius * r2;
  return { mass, inertia: aboutAxis(axis, mass * (R2 + 0.75 * r2), mass * (0.5 * R2 + 0.625 * r2)) };
}

function coneMass({ radius: R, topRadius: r, height, axis }: Cone, density: number): Weight {
  const squares = R * R + R * r + r * r;
  const mass = (density * Math.PI * height * squares) / 3;
  const along = (0.3 * mass * (R * R * R * R + R * r * squares + r * r * r * r)) / squares;
  // ∫ z² dm, z from the foot
  const rod = density * Math.PI * height * height * height;
  const fromFoot = rod * ((R * R) / 30 + (R * r) / 10 + (r * r) / 5);
  const up = centreOfCone(R, r, height);
  return { mass, inertia: aboutAxis(axis, along, along / 2 + fromFoot - mass * up * up) };
}

function aboutAxis(axis: Vec3, along: number, across: number): Vec3 {
  return axis.map((part) => (Math.abs(part) > 0.5 ? along : across)) as unknown as Vec3;
}

/** Its inner box, six slabs on it, twelve quarters of cylinders along its edges, eight eighths of a ball at its corners. */
function roundedBoxMass(
  { size, radius: r }: Extract<Shape, { kind: 'rounded-box' }>,
  density: number,
): Weight {
  const inner = size.map((edge) => Math.max(0, edge - 2 * r));
  const [x, y, z] = inner;
  const volume =
    x * y * z +
    2 * r * (x * y + y * z + z * x) +
    Math.PI * r * r * (x + y + z) +
    (4 / 3) * Math.PI * r * r * r;
  // ∫ x² dV of each, along one axis after the other
  const spread = [0, 1, 2].map((k) => {
    const [a, b, c] = [inner[k], inner[(k + 1) % 3], inner[(k + 2) % 3]];
    const h = a / 2;
    const middle = (a * a * a) / 12;
    return (
      middle * (b * c + 2 * r * (b + c) + Math.PI * r * r) +
      2 * b * c * (h * h * r + h * r * r + (r * r * r) / 3) +
      (b + c) * (Math.PI * r * r * h * h + (8 / 3) * h * r * r * r + (Math.PI / 4) * r * r * r * r) +
      Math.PI * r * r * r * ((4 / 3) * h * h + h * r + (4 / 15) * r * r)
    );
  });
  const [sx, sy, sz] = spread.map((one) => density * one);
  return { mass: density * volume, inertia: [sy + sz, sz + sx, sx + sy] };
}
