// What the tests of scenes share.

import { FaultError } from '../../src/scene/fault/fault.ts';
import { type ResolveContext, resolveScene } from '../../src/scene/resolve/resolve.ts';
import type { Scene } from '../../src/scene/types.ts';

/** The faults of a scene file as lines "where: what"; empty where it is good. */
export function faultsIn(file: unknown, context: ResolveContext = {}): string[] {
  try {
    resolveScene(file, context);
    return [];
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    for (const fault of error.faults) {
      if (fault.what === '' || fault.where === '' || fault.remedy === '')
        throw new Error(`a fault says too little: ${error.message}`);
    }
    return error.faults.map((fault) => `${fault.where}: ${fault.what}`);
  }
}

export function faultTextOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FaultError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

export function sceneOf(file: unknown, context: ResolveContext = {}): Scene {
  return resolveScene(file, context).scene;
}

/** A cube of 1 m as an OBJ file; inside out where asked. */
export function cubeObj(insideOut = false, size = 1): Uint8Array {
  const lines: string[] = [];
  for (let i = 0; i < 8; i++)
    lines.push(`v ${[i & 1, (i >> 1) & 1, i >> 2].map((bit) => (bit - 0.5) * size).join(' ')}`);
  const quads = [
    [1, 3, 4, 2],
    [5, 6, 8, 7],
    [1, 2, 6, 5],
    [3, 7, 8, 4],
    [1, 5, 7, 3],
    [2, 4, 8, 6],
  ];
  for (const quad of quads) lines.push(`f ${(insideOut ? [...quad].reverse() : quad).join(' ')}`);
  return new TextEncoder().encode(lines.join('\n'));
}
