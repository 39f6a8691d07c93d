// Printed parts as CAD writes them: STL in millimetres, mates with no clearance at all.

import { type Mesh, moveMesh, translateMesh } from '../../src/geometry/index.ts';
import { box, circle, extrude, reversedRing } from '../../src/geometry/primitives/index.ts';
import { writeStl } from '../geometry/files/write-stl.ts';
import { gearPair } from '../geometry/primitives/gear-pair.ts';

/** Meshes in file units. */
export function stl(...meshes: readonly Mesh[]): Uint8Array {
  return writeStl(meshes.map((mesh) => ({ name: '', mesh })));
}

export function block(size: readonly [number, number, number], at: readonly [number, number, number]): Mesh {
  return translateMesh(box.make({ size }), at);
}

/** Two leaves with an eye each, one above the other, and a pin that fills both eyes [mm]. */
export function hinge(): Mesh[] {
  const leaf = (side: number, bottom: number) => {
    const [near, far] = side > 0 ? [-6, 30] : [-30, 6];
    const outline = [near, -6, far, -6, far, 6, near, 6];
    return extrude([outline, reversedRing(circle(3, 16))], bottom, bottom + 10);
  };
  return [leaf(1, 0), leaf(-1, 10), extrude([circle(3, 16)], -1, 21)];
}

/** Two gears without backlash, teeth against teeth, lying flat [mm]. */
export function gears(): Mesh[] {
  const pair = gearPair(20, 17, { module: 2, thickness: 6, bore: 4, backlash: 0, flankPoints: 4 });
  const half = pair.pinionAngle / 2;
  const turn = [0, 0, Math.sin(half), Math.cos(half)];
  return [pair.gear, moveMesh(pair.pinion, turn, [pair.distance, 0, 0])];
}

/** An open box, and a lid that lies on its rim and fills its mouth below [mm]. */
export function boxWithLid(): Mesh[] {
  const outer = [-20, -15, 20, -15, 20, 15, -20, 15];
  const inner = [-18, -13, 18, -13, 18, 13, -18, 13];
  const bottom = block([40, 30, 2], [0, 0, 1]);
  const wall = extrude([outer, reversedRing(inner)], 2, 22);
  const lid = block([40, 30, 2], [0, 0, 23]);
  return [bottom, wall, lid];
}
