// What there is to know of a body to make it sound when it is struck anywhere, without its mesh of tetrahedra or its scene.
//
//   q̈_m + c_m q̇_m + ω_m² q_m = U_m(p)·f,     pressure at r in all directions, root mean square: R_m |q̈_m| / r
//
// A model is what a file of docs/modal-file.md holds, and what live sound and instruments are made from.

import type { Mesh } from '../../geometry/index.ts';
import { materialRates, type Modes } from '../../modes/index.ts';
import type { Material, Shape } from '../../scene/index.ts';
import { Curvatures } from '../excite/curvature.ts';
import type { Transfer } from '../transfer.ts';
import { farField } from './far-field.ts';

/** What of a material says how it is struck. */
export type ModelMaterial = Pick<
  Material,
  'name' | 'density' | 'youngsModulus' | 'poissonRatio' | 'friction' | 'contactDamping'
>;

/** A body as its vibration. */
export interface ModalModel {
  /** Of the body. */
  readonly name: string;
  /** What it is made of. */
  readonly material: ModelMaterial;
  /** [kg] */
  readonly mass: number;
  /** Whether it is held somewhere. */
  readonly clamped: boolean;
  /** How many modes there are. */
  readonly count: number;
  /** ω/2π without damping [Hz], increasing. */
  readonly frequencies: Float64Array;
  /** c of each mode [1/s]: its amplitude falls as e^(−ct/2). */
  readonly dampings: Float64Array;
  /** R of each mode [Pa m / (m√kg/s²)]. */
  readonly radiation: Float64Array;
  /** Vertices of the surface [m], coordinates of the body. */
  readonly positions: Float64Array;
  /** Mean curvature of the surface at each vertex, as contacts feel it [1/m]. */
  readonly curvatures: Float64Array;
  /** Mass-normalised displacement [1/√kg], shapes[(mode * vertices + vertex) * 3 + k]. */
  readonly shapes: Float32Array;
  /** Three vertices a triangle, outward. */
  readonly faces: Uint32Array;
}

/** What a model is made from. */
export interface ModelParts {
  /** Its name. */
  readonly name: string;
  /** What it is made of. */
  readonly material: Material;
  /** [kg] */
  readonly mass: number;
  /** As it was given, which says where it is sharp. */
  readonly mesh: Mesh;
  /** What it is, where that is known. */
  readonly shape: Shape;
  /** How many times smaller the modes are than the mesh, where they were tuned; 1 unless said. */
  readonly scale?: number;
  /** How it vibrates. */
  readonly modes: Modes;
  /** How its modes are heard. */
  readonly transfer: Transfer;
}

/** The model of a body. */
export function makeModel(parts: ModelParts): ModalModel {
  const { name, mass, mesh, shape, modes, transfer, scale = 1 } = parts;
  const { density, youngsModulus, poissonRatio, friction, contactDamping } = parts.material;
  const { positions } = modes;
  const around = new Curvatures(mesh, shape);
  const curvatures = new Float64Array(positions.length / 3);
  for (let v = 0; v < curvatures.length; v++) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    curvatures[v] = around.at(x / scale, y / scale, z / scale) / scale;
  }
  return {
    name,
    material: { name: parts.material.name, density, youngsModulus, poissonRatio, friction, contactDamping },
    mass,
    clamped: modes.clamped,
    count: modes.count,
    frequencies: modes.omegas.map((omega) => omega / (2 * Math.PI)),
    dampings: materialRates(modes, parts.material),
    radiation: farField(modes, transfer),
    positions,
    curvatures,
    shapes: Float32Array.from(modes.shapes),
    faces: modes.faces,
  };
}
