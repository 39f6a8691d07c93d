// Solids that only one or two scenes need, each as one closed mesh.

import { joinMeshes, makeMesh, type Mesh, translateMesh } from '../../../src/geometry/index.ts';
import {
  addStuds,
  chainLink,
  circle,
  pushArc,
  reversedRing,
  type Ring,
  SolidBuilder,
  sphere,
} from '../../../src/geometry/primitives/index.ts';
import type { ChainShape } from './chain.ts';

/** From x0 to x1 and from y0 to y1 [m]. */
export type Rectangle = readonly [x0: number, x1: number, y0: number, y1: number];

export function rectangle([x0, x1, y0, y1]: Rectangle): Ring {
  return [x0, y0, x1, y0, x1, y1, x0, y1];
}

/** A solid with one rectangle below and another above: wedges, cut pyramids, boxes. */
export function taper(lower: Rectangle, bottom: number, upper: Rectangle, top: number): Mesh {
  const builder = new SolidBuilder();
  const low = builder.ring(rectangle(lower), bottom);
  const high = builder.ring(rectangle(upper), top);
  builder.cap([low], 'down');
  builder.wall(low, high);
  builder.cap([high], 'up');
  return builder.mesh();
}

/** A block on z = 0 with a hole from above: outlines counter-clockwise, the hole's floor at `floor` [m]. */
export function blockWithHole(outline: Ring, hole: Ring, floor: number, height: number): Mesh {
  const builder = new SolidBuilder();
  const low = builder.ring(outline, 0);
  const high = builder.ring(outline, height);
  const deep = builder.ring(hole, floor);
  const rim = builder.ring(hole, height);
  builder.cap([low], 'down');
  builder.wall(low, high);
  builder.cap([high, rim.toReversed()], 'up');
  builder.wall(rim, deep);
  builder.cap([deep], 'up');
  return builder.mesh();
}

/** A pyramid on a square about the origin, its tip at height [m]; a negative height makes it hang. */
export function pyramid(side: number, height: number): Mesh {
  const s = side / 2;
  const base = [-s, -s, 0, s, -s, 0, s, s, 0, -s, s, 0, 0, 0, height];
  const faces = [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4];
  return makeMesh(base, height > 0 ? faces : faces.toReversed());
}

/** A ball that hangs by an eye: the eye is a chain link about the origin, the ball beyond it along +x. */
export function ballWithEye(shape: ChainShape, radius: number): Mesh {
  const eye = chainLink.make({ ...shape, segments: 6, barSegments: 8 });
  // The far end of the eye is sunk into the ball by a bar and a half.
  const centre = shape.length / 2 + radius - 1.5 * shape.thickness;
  return joinMeshes([eye, translateMesh(sphere.make({ radius, subdivisions: 2 }), [centre, 0, 0])]);
}

/** A disc below z = 0 about the origin, with a pin on it at (0, crank), upwards. All lengths [m]. */
export function crankDisc(p: {
  radius: number;
  thickness: number;
  crank: number;
  pin: number;
  pinLength: number;
}): Mesh {
  const builder = new SolidBuilder();
  const low = builder.ring(circle(p.radius, 32), -p.thickness);
  const high = builder.ring(circle(p.radius, 32), 0);
  builder.cap([low], 'down');
  builder.wall(low, high);
  addStuds(builder, high, [circle(p.pin, 24, 0, p.crank)], 0, p.pinLength);
  return builder.mesh();
}

/** A rod from the origin, where it has a hole, along y to a stud on its upper side. It lies on z = 0. All lengths [m]. */
export function rodWithStud(p: {
  length: number;
  width: number;
  thickness: number;
  hole: number;
  stud: number;
  studLength: number;
}): Mesh {
  const outline: number[] = [];
  pushArc(outline, 0, p.length, p.width, 0, Math.PI, 12);
  pushArc(outline, 0, 0, p.width, Math.PI, 2 * Math.PI, 12);
  const builder = new SolidBuilder();
  const [low, high] = [0, p.thickness].map((z) => builder.ring(outline, z));
  const [holeLow, holeHigh] = [0, p.thickness].map((z) => builder.ring(reversedRing(circle(p.hole, 24)), z));
  const stud = circle(p.stud, 24, 0, p.length);
  const [foot, top] = [p.thickness, p.thickness + p.studLength].map((z) => builder.ring(stud, z));
  builder.cap([low, holeLow], 'down');
  builder.wall(low, high);
  builder.wall(holeLow, holeHigh);
  builder.cap([high, holeHigh, foot.toReversed()], 'up');
  builder.wall(foot, top);
  builder.cap([top], 'up');
  return builder.mesh();
}

/** A roof over a square about the origin, its ridge along x at height [m]; a negative height makes it hang. */
export function ridge(side: number, height: number): Mesh {
  const s = side / 2;
  const positions = [-s, -s, 0, s, -s, 0, s, s, 0, -s, s, 0, -s, 0, height, s, 0, height];
  const faces = [0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4, 2, 3, 4, 2, 4, 5, 1, 2, 5, 3, 0, 4];
  return makeMesh(positions, height > 0 ? faces : faces.toReversed());
}
