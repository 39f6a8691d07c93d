// The published JSON Schema and the validator are two readings of one source: they accept the same structures.

import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { primitives } from '../../../src/geometry/primitives/index.ts';
import { Random } from '../../../src/num/index.ts';
import { sceneJsonSchema } from '../../../src/scene/read/json-schema.ts';
import { sceneFile } from '../../../src/scene/schema/scene.ts';
import { mutate } from '../mutate.ts';
import { richScene } from '../rich.ts';

const ajv = new Ajv2020({ strict: false });
const accepts = ajv.compile(sceneJsonSchema());
const agree = (file: unknown) => {
  const ours = sceneFile.safeParse(file).success;
  expect(accepts(file), JSON.stringify(file).slice(0, 2000)).toBe(ours);
  return ours;
};

describe('the published schema', () => {
  test('is the one in docs', () => {
    const published = JSON.parse(
      readFileSync(new URL('../../../docs/scene.schema.json', import.meta.url), 'utf8'),
    );
    expect(published).toEqual(JSON.parse(JSON.stringify(sceneJsonSchema())));
  });

  test('describes every primitive that there is', () => {
    const text = JSON.stringify(sceneJsonSchema());
    for (const primitive of primitives) expect(text).toContain(`"const":${JSON.stringify(primitive.name)}`);
  });

  test('accepts a scene with something of everything', () => {
    expect(agree(richScene)).toBe(true);
  });

  test('agrees with the validator on thousands of mutated scenes', () => {
    const random = new Random(11);
    let accepted = 0;
    for (let round = 0; round < 2500; round++)
      if (agree(mutate(richScene, random, 1 + random.integer(2)))) accepted++;
    // Both outcomes must occur often, or the comparison says nothing.
    expect(accepted).toBeGreaterThan(200);
    expect(accepted).toBeLessThan(2300);
  });

  test('agrees with the validator on arbitrary values in arbitrary places', () => {
    const key = fc.constantFrom(
      'name',
      'bodies',
      'gravity',
      'options',
      'up',
      'duration',
      'listener',
      'joints',
      'x',
    );
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 4 })), (file) => {
        agree({ ...file });
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});
