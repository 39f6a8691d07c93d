// GLB files made by hand, and the scenes that come of them.

import { GlbFile } from '../../../src/export/glb/index.ts';
import type { Mesh } from '../../../src/geometry/index.ts';
import { box } from '../../../src/geometry/primitives/index.ts';
import { type NewScene, type NewSceneChoices, newScene } from '../../../src/scene/new/new-scene.ts';
import { resolveScene } from '../../../src/scene/resolve/resolve.ts';
import type { Scene } from '../../../src/scene/types.ts';

export type Node = Record<string, unknown>;

/** A file in the making; whatever its JSON says is up to the test. */
export class Maker {
  readonly file = new GlbFile();
  readonly meshes: object[] = [];
  readonly nodes: Node[] = [];
  private readonly samplers: object[] = [];
  private readonly channels: object[] = [];

  mesh(
    mesh: Mesh = box.make({}),
    more: { attributes?: object; targets?: object[]; name?: string } = {},
  ): number {
    const POSITION = this.file.attribute(Float32Array.from(mesh.positions), 'VEC3', true);
    const primitive = {
      attributes: { POSITION, ...more.attributes },
      indices: this.file.indices(mesh.faces),
      material: 0,
      ...(more.targets === undefined ? {} : { targets: more.targets }),
    };
    return (
      this.meshes.push({ primitives: [primitive], ...(more.name === undefined ? {} : { name: more.name }) }) -
      1
    );
  }

  node(node: Node): number {
    return this.nodes.push(node) - 1;
  }

  animate(
    node: number,
    path: string,
    times: readonly number[],
    values: readonly number[],
    interpolation = 'LINEAR',
  ): void {
    const input = this.file.samples(Float32Array.from(times), 'SCALAR');
    const type = path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3';
    const output = this.file.samples(Float32Array.from(values), type);
    this.samplers.push({ input, output, interpolation });
    this.channels.push({ sampler: this.samplers.length - 1, target: { node, path } });
  }

  bytes(more: object = {}): Uint8Array {
    const children = new Set(this.nodes.flatMap((node) => (node['children'] ?? []) as number[]));
    return this.file.finish({
      scene: 0,
      scenes: [{ nodes: this.nodes.map((_, i) => i).filter((i) => !children.has(i)) }],
      nodes: this.nodes,
      ...(this.meshes.length > 0 ? { meshes: this.meshes, materials: [{ name: 'Wood' }] } : {}),
      ...(this.channels.length > 0
        ? { animations: [{ name: 'Take', samplers: this.samplers, channels: this.channels }] }
        : {}),
      ...more,
    });
  }
}

export function made(bytes: Uint8Array, choices: Partial<NewSceneChoices> = {}): NewScene {
  return newScene([{ path: 'file.glb', bytes }], {
    name: 'made',
    chosen: () => undefined,
    isPlayed: () => true,
    ...choices,
  });
}

export function resolved({ file, meshes }: NewScene): Scene {
  return resolveScene(file, { loadFile: (path) => meshes.get(path) }).scene;
}
