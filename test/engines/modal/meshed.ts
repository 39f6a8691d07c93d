// Bodies with modes of tetrahedra that a test gives: as coarse as it likes.

import type { ModalBodies, ModalBody } from '../../../src/engines/modal/bodies/body.ts';
import { usualBodyOptions, withFlexible } from './synthetic.ts';
import { canTurn, makeSpinShape } from '../../../src/engines/modal/bodies/spin-shape.ts';
import { refineSurface } from '../../../src/engines/modal/bodies/refine.ts';
import { makeSurface } from '../../../src/engines/modal/bodies/surface.ts';
import type { TetraMesh } from '../../../src/geometry/tetra/index.ts';
import { analyse, makeLocator, type Modes, shapeAt } from '../../../src/modes/index.ts';
import type { Scene } from '../../../src/scene/index.ts';

export interface Meshed {
  readonly modes: Modes;
  /** c = α + β ω² [1/s] */
  readonly alpha?: number;
  readonly beta?: number;
}

export function meshed(
  mesh: TetraMesh,
  material: { readonly density: number; readonly youngsModulus: number; readonly poissonRatio: number },
  count: number,
  clamped?: (x: number, y: number, z: number) => boolean,
): Modes {
  return analyse(mesh, material, { count, inertia: true, ...(clamped ? { clamped } : {}) }).modes;
}

/** All bodies of a scene, those that are named with modes, all others rigid. */
export function withMeshed(
  scene: Scene,
  given: Readonly<Record<string, Meshed>>,
  spins: boolean,
): ModalBodies {
  return withFlexible(scene, (body) =>
    given[body.name] ? flexible(scene, body, given[body.name], spins) : body,
  );
}

function flexible(
  scene: Scene,
  body: ModalBody,
  { modes, alpha = 0, beta = 0 }: Meshed,
  spins: boolean,
): ModalBody {
  const own = scene.bodies[body.index];
  const edge = 0.25 * body.radius;
  const surface = makeSurface(
    refineSurface(scene.meshes[own.mesh], edge),
    usualBodyOptions.creaseAngle,
    edge,
  );
  const { positions } = surface;
  const locator = makeLocator(modes);
  const shapes = new Float64Array(positions.length * modes.count);
  const at = new Float64Array(3 * modes.count);
  for (let v = 0; v < positions.length / 3; v++) {
    shapeAt(modes, locator, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], at);
    shapes.set(at, v * at.length);
  }
  const reaches = new Float64Array(modes.count).fill(
    shapes.reduce((most, u) => Math.max(most, 2 * Math.abs(u)), 0),
  );
  return {
    ...body,
    modes: modes.count,
    omegas: modes.omegas,
    rates: modes.omegas.map((omega) => alpha + beta * omega * omega),
    surface,
    shapes,
    reaches,
    kind: 'mesh',
    spin: spins && canTurn(own) && modes.inertia ? makeSpinShape(modes.inertia) : undefined,
  };
}
