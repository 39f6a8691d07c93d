// @ts-expect-error has no types
import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportUsd } from '../../../src/export/usd/usd.ts';
import { quoted, single } from '../../../src/export/usd/text.ts';
import type { Recording } from '../../../src/record/index.ts';
import { MIXED_FRAMES, madeRecording, mixedMotion, mixedScene, textOf } from '../made.ts';
import { readUsda } from '../usda-reader.ts';

const ROOT = '/_2__things__fall';

describe('USD', () => {
  let recording: Recording;
  let text: string;
  let usd: ReturnType<typeof readUsda>;
  beforeAll(async () => {
    recording = await madeRecording(mixedScene, MIXED_FRAMES, mixedMotion);
    text = await textOf(exportUsd(recording));
    usd = readUsda(text);
  });

  test('says units, axis and rate', () => {
    expect(usd.metadata).toMatchObject({
      defaultPrim: ROOT.slice(1),
      metersPerUnit: 1,
      upAxis: 'Z',
      timeCodesPerSecond: 30,
      startTimeCode: 0,
      endTimeCode: MIXED_FRAMES - 1,
    });
    expect(usd.find(ROOT).metadata['displayName']).toBe(mixedScene.name);
  });

  test('moves bodies as recorded, at every frame, turning the short way', async () => {
    const prims = [...usd.find(ROOT).children.values()].filter((prim) => prim.metadata['references']);
    expect(prims.map((prim) => prim.metadata['displayName'])).toEqual(
      mixedScene.bodies.map(({ name }) => name),
    );
    for (let i = 0; i < MIXED_FRAMES; i++) {
      const { poses } = await recording.frame(i);
      for (let body = 0; body < 3; body++) {
        const { attributes } = prims[body];
        const at = (name: string, code: number) => {
          const { samples, value } = attributes.get(name)!;
          return (samples ? samples.get(code) : value) as number[];
        };
        expect(at('xformOp:translate', i)).toEqual(
          [...poses.subarray(7 * body, 7 * body + 3)].map((x) => x + 0),
        );
        const q = at('xformOp:orient', i);
        const recorded = [6, 3, 4, 5].map((k) => poses[7 * body + k]);
        const dot = q.reduce((sum, x, k) => sum + x * recorded[k], 0);
        expect(Math.abs(dot)).toBeCloseTo(1, 7);
        if (i > 0) {
          const before = at('xformOp:orient', i - 1);
          expect(q.reduce((sum, x, k) => sum + x * before[k], 0)).toBeGreaterThan(0);
        }
      }
    }
    expect(prims[3].attributes.get('xformOp:translate')!.samples).toBeUndefined();
  });

  test('moves every vertex of a deformable, and shows faces, wires and points', async () => {
    const last = (await recording.frame(MIXED_FRAMES - 1)).vertices;
    const shown = (name: string) =>
      (
        usd
          .find(`${ROOT}/flag/${name}`)
          .attributes.get('points')!
          .samples!.get(MIXED_FRAMES - 1) as number[][]
      ).flat();
    const expected = (vertices: readonly number[]) =>
      vertices.flatMap((v) => [...last.subarray(3 * v, 3 * v + 3)].map(Math.fround));
    expect(shown('faces').map(Math.fround)).toEqual(expected([0, 1, 2, 3, 4]));
    expect(shown('wires').map(Math.fround)).toEqual(expected([0, 3]));
    expect(shown('points').map(Math.fround)).toEqual(expected([4]));
    expect(usd.find(`${ROOT}/floor_2`).metadata['displayName']).toBe('floor');
  });

  test('keeps colours, and one material for each', () => {
    const materials = usd.find(`${ROOT}/materials`).children;
    const bound = usd.find(`${ROOT}/W_rfel_1`).relations.get('material:binding')!;
    expect(usd.find(`${bound}/surface`).attributes.get('inputs:diffuseColor')!.value).toEqual([1, 0, 0]);
    const colors = [...materials.keys()].map(
      (name) => usd.find(`${ROOT}/materials/${name}/surface`).attributes.get('inputs:diffuseColor')!.value,
    );
    expect(new Set(colors.map(String)).size).toBe(colors.length);
  });

  test('is read by a reader of others', async () => {
    const { specsByPath } = new USDAParser().parseData(text);
    const spec = specsByPath[`${ROOT}/W_rfel_1.xformOp:translate`] as {
      fields: { timeSamples: { times: number[]; values: number[][] } };
    };
    expect(spec.fields.timeSamples.times).toEqual(Array.from({ length: MIXED_FRAMES }, (_, i) => i));
    // It counts the comma after a sample as one number more.
    expect(spec.fields.timeSamples.values[3].slice(0, 3)).toEqual([
      ...(await recording.frame(3)).poses.subarray(0, 2),
      0,
    ]);
  });
});

test('a hostile name stays inside its quotes', () => {
  for (const name of ['"', '\\"', 'a\\', '\u0000\u0007"\n)', '"""']) {
    expect(JSON.parse(quoted(name))).toBe(name.replaceAll('\u0000', '').replaceAll('\u0007', ''));
  }
});

test('nine digits keep a single-precision number', () => {
  for (const x of [0.1, 1 / 3, 1.17549435e-38, 3.4028234e38, -1e-45, 16777217, 2.5e-7]) {
    expect(Math.fround(Number(single(Math.fround(x))))).toBe(Math.fround(x));
  }
  expect(single(-0)).toBe('0');
});
