// What a run says before it begins: which bodies move as convex pieces that are only near them, and how near.

import type { Scene } from '../../scene/index.ts';
import { isDecomposed } from './collide/body-pieces.ts';
import { decomposedMesh } from './collide/decomposed.ts';
import type { LcpOptions } from './options.ts';

/** Faces of all such meshes up to which the pieces are looked at first; more take seconds, which only a run shows. */
const FEW = 1500;

/** Part of the volume that is rounding. */
const EXACT = 1e-6;

export function notes(scene: Scene, { detail }: Readonly<LcpOptions>): string[] {
  const names = new Map<number, string[]>();
  for (const body of scene.bodies) {
    if (!isDecomposed(body, scene.meshes[body.mesh])) continue;
    names.set(body.mesh, [...(names.get(body.mesh) ?? []), body.name]);
  }
  const faces = [...names.keys()].reduce((sum, mesh) => sum + scene.meshes[mesh].faces.length / 3, 0);
  if (faces > FEW)
    return [
      `${listOf([...names.values()].flat())} move as convex pieces, which cover them and exceed them by ${percent(detail)} of their volume where 32 pieces are enough for that`,
    ];
  return [...names].map(([mesh, bodies]) => {
    const { polytopes, volumeError, deviation } = decomposedMesh(scene.meshes[mesh], detail);
    const moves = `${listOf(bodies)} ${bodies.length > 1 ? 'move' : 'moves'} as ${polytopes.length} convex pieces`;
    if (volumeError < EXACT) return `${moves}, which are the mesh`;
    return `${moves}, which exceed the mesh by ${percent(volumeError)} of its volume and stand out of it by up to ${(1000 * deviation).toPrecision(2)} mm`;
  });
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  return names.length > 3 ? `${shown.join(', ')} and ${names.length - 3} more` : shown.join(', ');
}

function percent(part: number): string {
  return `${(100 * part).toPrecision(2)}%`;
}
