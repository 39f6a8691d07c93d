// A rigid part: a mesh put into its body frame, with mass and principal inertia.
//
// The body frame stands at the centre of mass, its axes principal. Parts are remembered by what made
// them, so a wall of equal bricks is read, weighed and stored once.

import { orientMesh, splitPieces } from '../../geometry/surface/index.ts';
import {
  type MassOptions,
  massProperties,
  type Mesh,
  meshBounds,
  meshInFrame,
  type PrincipalFrame,
  principalFrame,
  scaleMesh,
} from '../../geometry/index.ts';
import { box, die } from '../../geometry/primitives/index.ts';
import type { Collector } from '../fault/collector.ts';
import { limits } from '../read/limits.ts';
import { noRotation, readRotation } from '../pose.ts';
import type { BodyFile } from '../schema/body.ts';
import { type ShapeLoader, sizeOf } from '../shape.ts';
import type { Pose, Shape, Vec3 } from '../types.ts';
import { analyticShape } from './analytic.ts';
import { exactMass } from './exact-mass.ts';

export interface Part {
  /** In body-frame coordinates. */
  readonly mesh: Mesh;
  readonly shape: Shape;
  readonly mass: number;
  readonly inertia: Vec3;
  /** The body frame in model coordinates. */
  readonly bodyInModel: Pose;
}

export class PartMaker {
  private readonly loader: ShapeLoader;
  private readonly collector: Collector;
  private readonly up: 'y' | 'z';
  private readonly made = new Map<string, readonly Part[]>();
  private readonly inlineNumbers = new WeakMap<object, number>();
  private inlineCount = 0;

  constructor(loader: ShapeLoader, up: 'y' | 'z', collector: Collector) {
    this.loader = loader;
    this.up = up;
    this.collector = collector;
  }

  /** The part, or one for each piece where the body is to be split; none where there was a fault. */
  parts(body: BodyFile, density: number, where: string): readonly Part[] {
    const key = this.keyOf(body, density);
    let parts = this.made.get(key);
    if (parts === undefined) {
      parts = this.make(body, density, where);
      this.made.set(key, parts);
    } else if (parts.length === 0) {
      // Said once for the first body of this shape; each place is named, so that all can be put right.
      this.collector.add(
        'has the same faulty shape as an earlier body',
        `${where}.shape`,
        undefined,
        'see the fault of the first one',
      );
    }
    return parts;
  }

  private keyOf(body: BodyFile, density: number): string {
    const { shape, scale, dimensions, split, mass, thickness, surfaceDensity, lineDensity, pointMass } = body;
    const { centre, inertia, round } = body;
    let named: unknown = shape;
    if (shape.kind === 'inline') {
      if (!this.inlineNumbers.has(shape.vertices)) this.inlineNumbers.set(shape.vertices, this.inlineCount++);
      named = [this.inlineNumbers.get(shape.vertices), shape.faces, shape.edges, shape.units];
    }
    return JSON.stringify([
      named,
      scale,
      dimensions,
      split,
      mass,
      thickness,
      surfaceDensity,
      lineDensity,
      pointMass,
      density,
      centre,
      inertia,
      round,
    ]);
  }

  private make(body: BodyFile, density: number, where: string): readonly Part[] {
    const raw = this.loader.mesh(body.shape, `${where}.shape`);
    if (raw === undefined) return [];
    const scale = this.scaleOf(body, raw, where);
    if (scale === undefined) return [];
    const [x, y, z] = scale;
    const mesh = x === 1 && y === 1 && z === 1 ? raw : scaleMesh(raw, x, y, z);

    const pieces = body.split === true ? splitPieces(mesh) : [mesh];
    if (pieces.length > limits.bodies) {
      this.collector.add(
        'the mesh falls into too many pieces',
        where,
        pieces.length,
        `keep them below ${limits.bodies}`,
      );
      return [];
    }
    const options: MassOptions = {
      density,
      thickness: body.thickness,
      surfaceDensity: body.surfaceDensity,
      lineDensity: body.lineDensity,
      pointMass: body.pointMass,
    };
    const parts = pieces.map((piece) => this.weigh(piece, body, scale, options, where));
    return parts.every((part) => part !== undefined) ? parts : [];
  }

  private weigh(
    mesh: Mesh,
    body: BodyFile,
    scale: Vec3,
    options: MassOptions,
    where: string,
  ): Part | undefined {
    const oriented = this.oriented(mesh, where);
    const found = this.collector.attempt(`${where}.shape`, () =>
      massProperties(solidBehind(body, scale) ?? oriented, options),
    );
    if (found === undefined) return undefined;
    const frame = this.givenAxes(body, where) ?? principalFrame(found.inertia);
    // Rounding must not move a shape that is symmetric about its own origin.
    const bounds = meshBounds(mesh);
    const extent = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    const middle = found.center.map((c) => (Math.abs(c) <= 1e-12 * extent ? 0 : c)) as unknown as Vec3;
    const position = body.centre ?? middle;
    const isMiddle = position.every((x, k) => x === middle[k]);
    const bodyInModel: Pose = { position, orientation: frame.orientation };
    const shape: Shape =
      body.split === true || body.round === false || !isMiddle
        ? { kind: 'mesh' }
        : analyticShape(body.shape, scale, bodyInModel, this.up);
    const exact = exactMass(shape, options.density) ?? { mass: found.mass, inertia: frame.moments };
    const factor = body.mass === undefined ? 1 : body.mass / exact.mass;
    const mass = exact.mass * factor;
    const inertia =
      body.inertia?.moments ?? (exact.inertia.map((moment) => moment * factor) as unknown as Vec3);
    if (!(mass > 0 && inertia.every((moment) => moment > 0) && [mass, ...inertia].every(Number.isFinite))) {
      this.collector.add(
        'the body has no mass or no inertia that could be computed with',
        where,
        `${mass} kg, ${inertia.join(' ')} kg m², ${sizeOf(mesh)}`,
        'give it a larger size or density',
      );
      return undefined;
    }
    const inPlace = position.every((c) => c === 0) && frame.orientation.every((q, i) => q === noRotation[i]);
    return {
      mesh: inPlace ? oriented : meshInFrame(oriented, frame.orientation, position),
      shape,
      mass,
      inertia,
      bodyInModel,
    };
  }

  /** Principal axes and moments that the file gives instead of those of the mesh. */
  private givenAxes(body: BodyFile, where: string): PrincipalFrame | undefined {
    if (body.inertia === undefined) return undefined;
    const { moments, rotation = [0, 0, 0, 1] } = body.inertia;
    const orientation = readRotation(rotation);
    if (orientation !== undefined) return { moments, orientation: [...orientation] };
    this.collector.add(
      'the rotation has no direction',
      `${where}.inertia.rotation`,
      rotation,
      'give an axis or quaternion that is not zero',
    );
    return undefined;
  }

  /** Faces that look the wrong way are turned over, with a note. */
  private oriented(mesh: Mesh, where: string): Mesh {
    if (mesh.faces.length === 0) return mesh;
    const { mesh: oriented, turned } = orientMesh(mesh);
    if (turned > 0)
      this.collector.note(
        `${where}: ${turned} of ${mesh.faces.length / 3} faces looked inward and were turned over`,
      );
    return oriented;
  }

  private scaleOf(body: BodyFile, mesh: Mesh, where: string): Vec3 | undefined {
    if (body.dimensions !== undefined) {
      if (body.scale !== undefined) {
        this.collector.add(
          'both scale and dimensions are given',
          `${where}.scale`,
          body.scale,
          'give one of them',
        );
        return undefined;
      }
      const bounds = meshBounds(mesh);
      const extents = [0, 1, 2].map((k) => bounds[3 + k] - bounds[k]);
      const flat = body.dimensions.findIndex((wanted, k) => wanted === 0 && extents[k] > 0);
      if (flat >= 0) {
        this.collector.add('flattens the body', `${where}.dimensions[${flat}]`, 0, 'give a number > 0');
        return undefined;
      }
      return body.dimensions.map((wanted, k) =>
        extents[k] > 0 ? wanted / extents[k] : 1,
      ) as unknown as Vec3;
    }
    const scale = body.scale ?? 1;
    const [x, y, z] = typeof scale === 'number' ? [scale, scale, scale] : scale;
    if (x !== 0 && y !== 0 && z !== 0) return [x, y, z];
    this.collector.add(
      'the scale flattens the body',
      `${where}.scale`,
      scale,
      'give numbers that are not zero',
    );
    return undefined;
  }
}

/** What is weighed instead of a mesh that only shows it: the pips of a die are filled, so that it is fair. */
function solidBehind({ shape, split }: BodyFile, [x, y, z]: Vec3): Mesh | undefined {
  if (shape.kind !== 'die' || split === true) return undefined;
  const size = shape.size ?? die.parameters.size.default;
  return scaleMesh(box.make({ size: [size, size, size] }), Math.abs(x), Math.abs(y), Math.abs(z));
}
