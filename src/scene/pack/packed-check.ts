// A packed scene back to a scene, checked: every index in range, every number finite, every array as long as it must be.

import type * as z from 'zod';
import type { Mesh } from '../../geometry/index.ts';
import { FaultError } from '../fault/fault.ts';
import type { PackedArray } from './pack.ts';
import { packed, type path, type place, type track } from './packed-schema.ts';
import { placeOf } from '../fault/place.ts';
import { faultsOf } from '../schema/issues.ts';
import type { Filling, Path, Pose, Scene, VertexTrack } from '../types.ts';

type Packed = z.output<typeof packed>;

export function checkPacked(json: unknown, find: (name: string) => PackedArray | undefined): Scene {
  const result = packed.safeParse(json);
  if (!result.success)
    throw new FaultError('the recorded scene cannot be read:', faultsOf(result.error, packed, json));
  const scene = result.data;
  const check = new Checker(find);
  const meshes = scene.meshes.map((mesh, i) => check.mesh(mesh, ['meshes', i]));
  scene.bodies.forEach((one, i) => {
    check.range(one.mesh, meshes.length, ['bodies', i, 'mesh']);
  });
  const bodies = scene.bodies.length;
  const things = bodies + scene.deformables.length;
  scene.joints.forEach((one, i) => {
    check.range(one.a, bodies, ['joints', i, 'a']);
    if (one.b >= 0) check.range(one.b, bodies, ['joints', i, 'b']);
    for (const other of one.couples ?? []) check.range(other, scene.joints.length, ['joints', i, 'couples']);
  });
  scene.forces.forEach((one, i) => {
    check.range(one.body, bodies, ['forces', i, 'body']);
  });
  scene.pulls?.forEach((one, i) => {
    const at = ['pulls', i];
    check.range(one.deformable, scene.deformables.length, [...at, 'deformable']);
    const { mesh } = scene.deformables[one.deformable];
    check.range(mesh, meshes.length, ['deformables', one.deformable, 'mesh']);
    const count = meshes[mesh].positions.length / 3;
    one.vertices.forEach((vertex, v) => {
      check.range(vertex, count, [...at, 'vertices', v]);
    });
  });
  scene.stitches?.forEach((one, i) => {
    for (const [s, side] of [one.a, one.b].entries()) {
      const at = ['stitches', i];
      check.range(side, scene.deformables.length, [...at, s === 0 ? 'a' : 'b']);
      const { mesh } = scene.deformables[side];
      check.range(mesh, meshes.length, ['deformables', side, 'mesh']);
      const count = meshes[mesh].positions.length / 3;
      for (let v = s; v < one.vertices.length; v += 2)
        check.range(one.vertices[v], count, [...at, 'vertices', v]);
    }
  });
  scene.pairs.forEach((one, i) => {
    check.range(one.a, things, ['pairs', i, 'a']);
    check.range(one.b, things, ['pairs', i, 'b']);
  });
  scene.hints?.forEach((one, i) => {
    check.range(one.body, bodies, ['hints', i, 'body']);
  });
  scene.goals?.forEach((one, i) => {
    one.bodies.forEach((body, k) => {
      check.range(body, bodies, ['goals', i, 'bodies', k]);
    });
    if (one.by !== undefined) check.range(one.by, bodies, ['goals', i, 'by']);
  });
  [scene.camera, ...(scene.lights ?? [])].forEach((one, i) => {
    if (one && one.follow >= 0) check.range(one.follow, bodies, [i === 0 ? 'camera' : 'lights', 'follow']);
  });
  scene.frames.forEach((one, i) => {
    if (one.body >= 0) check.range(one.body, bodies, ['frames', i, 'body']);
  });
  return {
    ...scene,
    meshes,
    bodies: scene.bodies.map((one, i) => check.withPath(one, ['bodies', i])),
    deformables: scene.deformables.map((one, i) => {
      const at = ['deformables', i];
      check.range(one.mesh, meshes.length, [...at, 'mesh']);
      const count = meshes[one.mesh].positions.length / 3;
      const { restPositions, filling, track: moved, ...rest } = one;
      return {
        ...rest,
        ...check.track(moved, count, at),
        ...(restPositions === undefined
          ? {}
          : { restPositions: check.floats(restPositions, 3 * count, [...at, 'restPositions']) }),
        ...(filling === undefined ? {} : { filling: check.filling(filling, count, [...at, 'filling']) }),
        masses: check.floats(one.masses, count, [...at, 'masses']),
        velocities: check.floats(one.velocities, 3 * count, [...at, 'velocities']),
        pins: one.pins.map((pin, p) => {
          for (const vertex of pin.vertices) check.range(vertex, count, [...at, 'pins', p, 'vertices']);
          if (pin.body !== undefined) check.range(pin.body, bodies, [...at, 'pins', p, 'body']);
          const { track: followed, ...held } = pin;
          return {
            ...check.withPath(held, [...at, 'pins', p]),
            ...check.track(followed, pin.vertices.length, [...at, 'pins', p]),
          };
        }),
      };
    }),
  } satisfies Scene;
}

type Place = z.output<typeof place>;

class Checker {
  private readonly find: (name: string) => PackedArray | undefined;

  constructor(find: (name: string) => PackedArray | undefined) {
    this.find = find;
  }

  mesh(mesh: Packed['meshes'][number], at: readonly PropertyKey[]): Mesh {
    const positions = this.floats(mesh.positions, undefined, [...at, 'positions']);
    if (positions.length % 3 !== 0) refuse('is no list of triples', [...at, 'positions'], positions.length);
    const count = positions.length / 3;
    return {
      positions,
      faces: this.indices(mesh.faces, 3, count, [...at, 'faces']),
      wires: this.indices(mesh.wires, 2, count, [...at, 'wires']),
      points: this.indices(mesh.points, 1, count, [...at, 'points']),
    };
  }

  floats({ $array }: Place, length: number | undefined, at: readonly PropertyKey[]): Float64Array {
    const array = this.find($array);
    if (!(array instanceof Float64Array)) return refuse('the array of doubles is missing', at, $array);
    if (length !== undefined && array.length !== length)
      refuse(`the array should have ${length} entries`, at, array.length);
    const bad = array.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) refuse('the array has an entry that is not a number', at, `entry ${bad}`);
    return array;
  }

  indices({ $array }: Place, width: number, count: number, at: readonly PropertyKey[]): Uint32Array {
    const array = this.find($array);
    if (!(array instanceof Uint32Array)) return refuse('the array of indices is missing', at, $array);
    if (array.length % width !== 0) refuse(`the array is no list of ${width} each`, at, array.length);
    for (let i = 0; i < array.length; i++)
      if (array[i] >= count) refuse('names a vertex that is not there', at, array[i]);
    return array;
  }

  filling(
    { nodesEach, ...arrays }: NonNullable<Packed['deformables'][number]['filling']>,
    vertices: number,
    at: readonly PropertyKey[],
  ): Filling {
    const inside = this.floats(arrays.inside, undefined, [...at, 'inside']);
    if (inside.length % 3 !== 0) refuse('is no list of triples', [...at, 'inside'], inside.length);
    return {
      nodesEach,
      nodes: this.indices(arrays.nodes, nodesEach, vertices + inside.length / 3, [...at, 'nodes']),
      inside,
      velocities: this.floats(arrays.velocities, inside.length, [...at, 'velocities']),
    };
  }

  withPath<T extends { path?: z.output<typeof path> | undefined }>(thing: T, at: readonly PropertyKey[]) {
    const { path: packedPath, ...rest } = thing;
    if (packedPath === undefined) return rest;
    const times = this.floats(packedPath.times, undefined, [...at, 'path', 'times']);
    const poses = this.floats(packedPath.poses, 7 * times.length, [...at, 'path', 'poses']);
    if (times.length === 0) refuse('the path has no keys', [...at, 'path'], 0);
    this.increasing(times, [...at, 'path', 'times']);
    return { ...rest, path: unpackPath(times, poses, packedPath.after) };
  }

  track(
    packedTrack: z.output<typeof track> | undefined,
    count: number,
    at: readonly PropertyKey[],
  ): { track?: VertexTrack } {
    if (packedTrack === undefined) return {};
    const times = this.floats(packedTrack.times, undefined, [...at, 'track', 'times']);
    if (times.length === 0) refuse('the track has no times', [...at, 'track'], 0);
    this.increasing(times, [...at, 'track', 'times']);
    const positions = this.floats(packedTrack.positions, 3 * count * times.length, [
      ...at,
      'track',
      'positions',
    ]);
    return { track: { times, positions, after: packedTrack.after } };
  }

  private increasing(times: Float64Array, at: readonly PropertyKey[]): void {
    for (let k = 1; k < times.length; k++)
      if (!(times[k] > times[k - 1])) refuse('the times do not increase', at, times[k]);
  }

  range(value: number, count: number, at: readonly PropertyKey[]): void {
    if (value >= count) refuse(`there are only ${count}`, at, value);
  }
}

function refuse(what: string, at: readonly PropertyKey[], value: unknown): never {
  throw new FaultError('the recorded scene cannot be read:', [
    {
      what,
      where: placeOf(at),
      value: String(value).slice(0, 80),
      remedy: 'the recording is damaged; simulate again',
    },
  ]);
}

function unpackPath(times: Float64Array, poses: Float64Array, after: Path['after']): Path {
  return {
    times: Array.from(times),
    poses: Array.from(times, (_, i): Pose => {
      const [x, y, z, qx, qy, qz, qw] = poses.subarray(7 * i, 7 * i + 7);
      return { position: [x, y, z], orientation: [qx, qy, qz, qw] };
    }),
    after,
  };
}
