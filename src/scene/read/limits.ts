// How much a scene may ask for. Files come from strangers: these bounds are checked before memory is taken.

import { LIMITS } from '../../geometry/files/index.ts';

export const limits = {
  /** Characters of one scene file. */
  fileCharacters: 64 * 1024 * 1024,
  /** Nesting of brackets in it; ours needs 8. */
  depth: 32,
  bodies: LIMITS.bodies,
  deformables: 1_000,
  joints: 100_000,
  forces: 100_000,
  pairs: 100_000,
  frames: 10_000,
  parameters: 1_000,
  /** Vertices of the whole scene, all bodies together, each with its own. */
  vertices: LIMITS.vertices,
  /** Vertices of one generated grid, strip or lattice. */
  generated: 5_000_000,
  /** Vertices or faces written inside the scene file, a mesh. */
  inlineElements: 1_000_000,
  /** Keys of one path. */
  keys: 1_000_000,
  /** Vertices times samples of one point cache. */
  trackPositions: 40_000_000,
  pins: 10_000,
  /** Shapes of one compound. */
  parts: 10_000,
  /** Layers of a scene: a bit each. */
  layers: 32,
  lights: 16,
  /** Regions that a body is held in. */
  clamps: 100,
  options: 200,
  /** Characters of a name. */
  name: 200,
  /** Characters of a specification. */
  specification: 1_000_000,
  /** Characters of a description. */
  text: 20_000,
  /** Faults listed before the rest are only counted. */
  faults: 200,
} as const;
