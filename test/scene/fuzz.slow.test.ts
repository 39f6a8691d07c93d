// Files from strangers, thousands of them: a FaultError or a scene, never another exception, never a hang.

import { describe, expect, test } from 'vitest';
import { Random } from '../../src/num/index.ts';
import { readScene } from '../../src/scene/read/detect.ts';
import { FaultError } from '../../src/scene/fault/fault.ts';
import { packScene, unpackScene } from '../../src/scene/pack/pack.ts';
import { cubeObj } from './help.ts';
import { mutate } from './mutate.ts';
import { richScene } from './rich.ts';
import { fixture } from './rigid-ipc/fixture.ts';

const files: Record<string, Uint8Array> = { 'cube.obj': cubeObj() };
const loadFile = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);

function outcome(text: string): 'scene' | 'fault' {
  try {
    const { scene } = readScene(text, 'fuzzed', { loadFile });
    for (const body of scene.bodies) {
      if (!(body.mass > 0 && body.inertia.every((moment) => moment > 0)))
        throw new Error('a body without mass');
      if (![...body.pose.position, ...body.pose.orientation].every(Number.isFinite))
        throw new Error('a body nowhere');
    }
    const packed = packScene(scene);
    unpackScene(JSON.parse(JSON.stringify(packed.json)), packed.arrays);
    return 'scene';
  } catch (error) {
    if (error instanceof FaultError && error.faults.length > 0) return 'fault';
    throw new Error(`${error instanceof Error ? error.stack : error}\nfor ${text.slice(0, 4000)}`);
  }
}

describe.each([
  ['scene files', richScene, 1],
  ['rigid-ipc fixtures', fixture, 2],
] as const)('%s', (_, file, seed) => {
  test('the file itself is good', () => {
    expect(outcome(JSON.stringify(file))).toBe('scene');
  });

  test('mutated values', () => {
    const random = new Random(seed);
    const seen = { scene: 0, fault: 0 };
    for (let round = 0; round < 1000; round++)
      seen[outcome(JSON.stringify(mutate(file, random, 1 + random.integer(3))))]++;
    expect(seen.scene).toBeGreaterThan(50);
    expect(seen.fault).toBeGreaterThan(250);
  });

  test('mutated bytes and cut files', () => {
    const random = new Random(seed + 10);
    const text = JSON.stringify(file);
    for (let round = 0; round < 1500; round++) {
      const at = random.integer(text.length);
      const junk = String.fromCharCode(random.integer(128));
      const damaged = round % 2 === 0 ? text.slice(0, at) : text.slice(0, at) + junk + text.slice(at + 1);
      outcome(damaged);
    }
  });
});
