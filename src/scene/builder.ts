// Scenes in TypeScript. Every function returns a plain piece of a scene file, checked by the compiler;
// spread it to give it a place:
//
//   const card = box({ size: [0.06, 0.09, 0.0003], density: 900 });
//   defineScene({ name: 'cards', bodies: [floor(), { ...card, position: [0, 0.05, 0] }] });

import type { Mesh } from '../geometry/index.ts';
import type { EngineChoice } from './names.ts';
import type { PrimitiveFile, PrimitiveName } from './primitives.ts';
import { findPrimitive } from './primitives.ts';
import type { BodyFile } from './schema/body.ts';
import type { DeformableFile } from './schema/deformable.ts';
import type { JointFile } from './schema/joint.ts';
import type { SceneFile } from './schema/scene.ts';
import type { DeformableShapeFile, ShapeFile } from './schema/shape.ts';
import type { RotationFile } from './schema/values.ts';
import type { Vec3 } from './types.ts';

export type { BodyFile, DeformableFile, JointFile, SceneFile, ShapeFile };

/** What a body may say beside its shape. */
type BodyRest = Omit<BodyFile, 'shape'>;
type ParametersOf<Kind extends PrimitiveName> = Omit<Extract<PrimitiveFile, { kind: Kind }>, 'kind'>;
/** A parameter of the shape that has the same name as a word of bodies is written in `shape` instead. */
type PrimitiveBody<Kind extends PrimitiveName> = ParametersOf<Kind> &
  Omit<BodyRest, keyof ParametersOf<Kind>>;

/** What `defineScene` takes: a scene file whose options are those of its engine. */
export type SceneDefinition = Omit<SceneFile, 'engine' | 'options'> & EngineChoice;

/** A scene in TypeScript: mistakes in words, names of materials and engines, and options fail to compile. */
export function defineScene(scene: SceneDefinition): SceneFile {
  return scene as SceneFile;
}

/** Degrees in radians. */
export function degrees(angle: number): number {
  return (angle * Math.PI) / 180;
}

/** A turn about an axis. @param angle [rad] */
export function turn(axis: 'x' | 'y' | 'z' | Vec3, angle: number): RotationFile {
  return { axis: typeof axis === 'string' ? axis : [axis[0], axis[1], axis[2]], radians: angle };
}

/** A body of any primitive: its parameters and what else a body may say, in one object. */
export function primitive<Kind extends PrimitiveName>(kind: Kind, given: PrimitiveBody<Kind>): BodyFile {
  const known = findPrimitive(kind).parameters;
  const shape: Record<string, unknown> = { kind };
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (Object.hasOwn(known, key)) shape[key] = value;
    else rest[key] = value;
  }
  return { shape: shape as unknown as ShapeFile, ...rest };
}

/** A box: `box({ size: [0.2, 0.2, 0.2], position: [0, 1, 0] })`. */
export const box = (given: PrimitiveBody<'box'> = {}) => primitive('box', given);
/** A ball: `sphere({ radius: 0.1 })`. */
export const sphere = (given: PrimitiveBody<'sphere'> = {}) => primitive('sphere', given);
/** A cylinder: `cylinder({ radius: 0.1, length: 0.3 })`. */
export const cylinder = (given: PrimitiveBody<'cylinder'> = {}) => primitive('cylinder', given);
/** A capsule: a cylinder with round ends. */
export const capsule = (given: PrimitiveBody<'capsule'> = {}) => primitive('capsule', given);

/** A static sheet that looks up, 20 m by 20 m unless said. */
export function floor(given: BodyRest & { readonly size?: readonly [number, number] } = {}): BodyFile {
  const { size = [20, 20], ...rest } = given;
  return {
    name: 'floor',
    motion: 'static',
    shape: { kind: 'plane', width: size[0], depth: size[1] },
    ...rest,
  };
}

/** A body from a mesh file, or from a mesh made in the program. */
export function mesh(
  source: string | Mesh,
  given: BodyRest & { readonly units?: 'm' | 'mm' | 'cm' | 'in' } = {},
): BodyFile {
  const { units, ...rest } = given;
  const shape: ShapeFile = typeof source === 'string' ? { kind: 'file', path: source } : inline(source);
  return { shape: units === undefined ? shape : { ...shape, units }, ...rest };
}

/** A mesh of the program as a scene file writes it. */
export function inline(source: Mesh): Extract<ShapeFile, { kind: 'inline' }> {
  return {
    kind: 'inline',
    vertices: triples(source.positions),
    ...(source.faces.length === 0 ? {} : { faces: triples(source.faces) }),
    ...(source.wires.length === 0 ? {} : { edges: pairs(source.wires) }),
  };
}

type SheetRest = Omit<DeformableFile, 'kind' | 'shape'>;

/** A rectangle of cloth, lying flat unless it hangs upright. */
export function cloth(
  given: SheetRest & Omit<Extract<DeformableShapeFile, { kind: 'grid' }>, 'kind'>,
): DeformableFile {
  const { size, cells, upright, diagonals, ...rest } = given;
  return { kind: 'cloth', shape: { kind: 'grid', size, cells, upright, diagonals }, ...rest };
}

/** A ribbon along x. */
export function ribbon(
  given: SheetRest & Omit<Extract<DeformableShapeFile, { kind: 'strip' }>, 'kind'>,
): DeformableFile {
  const { length, width, segments, twist, ...rest } = given;
  return { kind: 'ribbon', shape: { kind: 'strip', length, width, segments, twist }, ...rest };
}

/** A ball joint between a body and another one, or the world. */
export const ball = (a: string, given: Omit<JointFile, 'kind' | 'a'> = {}): JointFile => ({
  kind: 'ball',
  a,
  ...given,
});
/** A hinge between a body and another one, or the world; it turns about `axis`. */
export const hinge = (a: string, given: Omit<JointFile, 'kind' | 'a'> = {}): JointFile => ({
  kind: 'hinge',
  a,
  ...given,
});
/** A slider between a body and another one, or the world; it goes along `axis`. */
export const slider = (a: string, given: Omit<JointFile, 'kind' | 'a'> = {}): JointFile => ({
  kind: 'slider',
  a,
  ...given,
});

function triples(list: ArrayLike<number>): [number, number, number][] {
  return Array.from({ length: list.length / 3 }, (_, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]]);
}

function pairs(list: ArrayLike<number>): [number, number][] {
  return Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
}
