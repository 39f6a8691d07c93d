// Bodies with modes that are written down instead of computed: tests need them in no time.

import type { ModalBodies, ModalBody } from '../../../src/engines/modal/bodies/body.ts';
import { buildBodies, type BodyOptions } from '../../../src/engines/modal/bodies/build.ts';
import { refineSurface } from '../../../src/engines/modal/bodies/refine.ts';
import { makeSurface } from '../../../src/engines/modal/bodies/surface.ts';
import type { Scene } from '../../../src/scene/index.ts';

export interface WrittenModes {
  readonly omegas: readonly number[];
  /** c = α + β ω² [1/s] */
  readonly alpha?: number;
  readonly beta?: number;
  /** Displacement of mode m at a body point [1/√kg]. */
  readonly shape: (m: number, x: number, y: number, z: number) => readonly [number, number, number];
  /** Longest edge of the surface [m]. */
  readonly edge: number;
}

/** All bodies of a scene, those that are named with modes, all others rigid. */
export function withModes(scene: Scene, written: Readonly<Record<string, WrittenModes>>): ModalBodies {
  return withFlexible(scene, (body) =>
    written[body.name] ? flexible(scene, body, written[body.name]) : body,
  );
}

/** All bodies of a scene, rigid or as they are made of that. */
export function withFlexible(scene: Scene, make: (rigid: ModalBody) => ModalBody): ModalBodies {
  const rigid = buildBodies(scene, { ...usualBodyOptions, flexible: 'none' }, { progress: () => {} });
  const bodies = rigid.bodies.map(make);
  const firstMode = new Int32Array(bodies.length + 1);
  bodies.forEach(({ modes }, b) => {
    firstMode[b + 1] = firstMode[b] + modes;
  });
  return { ...rigid, bodies, firstMode };
}

function flexible(
  scene: Scene,
  body: ModalBody,
  { omegas, alpha, beta, shape, edge }: WrittenModes,
): ModalBody {
  const mesh = scene.meshes[scene.bodies[body.index].mesh];
  const surface = makeSurface(refineSurface(mesh, edge), usualBodyOptions.creaseAngle, edge);
  const { positions } = surface;
  const modes = omegas.length;
  const shapes = new Float64Array(positions.length * modes);
  const reaches = new Float64Array(modes);
  for (let v = 0; v < positions.length / 3; v++) {
    for (let m = 0; m < modes; m++) {
      const u = shape(m, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
      shapes.set(u, (v * modes + m) * 3);
      reaches[m] = Math.max(reaches[m], Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
    }
  }
  return {
    ...body,
    modes,
    omegas: Float64Array.from(omegas),
    rates: Float64Array.from(omegas, (omega) => (alpha ?? 0) + (beta ?? 0) * omega * omega),
    surface,
    shapes,
    reaches,
    kind: 'mesh',
  };
}

export const usualBodyOptions: BodyOptions = {
  flexible: 'all',
  capHz: 5000,
  mostModes: 100,
  rough: [],
  roughness: 0,
  // between the facets of a circle of 22 and a bend of a dish's wall
  creaseAngle: 0.3,
};
