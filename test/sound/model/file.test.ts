import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { readModal, writeModal } from '../../../src/sound/model/file.ts';
import { aModel } from './a-model.ts';

const model = aModel([440, 1210, 2330]);
const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

/** With another head. */
function changed(change: (head: Record<string, unknown>) => void): Uint8Array {
  const file = writeModal(model);
  const end = file.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as Record<string, unknown>;
  change(head);
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const out = new Uint8Array(line.length + file.length - end - 1);
  out.set(line);
  out.set(file.subarray(end + 1), line.length);
  return out;
}

describe('a modal model as a file', () => {
  test('is what it was when it is read', () => {
    expect(readModal(writeModal(model))).toEqual(model);
  });

  test('says what each mode sends far away', () => {
    // the transfer of the model is the same in all directions
    for (const [m, r] of model.radiation.entries()) expect(r).toBeCloseTo(1e-3 / (1 + m), 12);
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(0), /line of JSON/],
    ['a picture', Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), /line of JSON/],
    ['another format', changed((head) => (head.format = 'x')), /format: it is not of the format/],
    ['another version', changed((head) => (head.version = 2)), /version: .*2/],
    ['arrays of another kind', changed((head) => (head.arrays = [])), /arrays\[0\]/],
    ['cut short', writeModal(model).subarray(0, -8), /bytes of its arrays/],
    ['a mass that is none', changed((head) => (head.mass = null)), /mass: it is no number/],
    [
      'a name that is a book',
      changed((head) => (head.name = 'x'.repeat(1000))),
      /name: it is no text of at most 200 letters/,
    ],
    ['a billion modes', changed((head) => (head.arrays = [{ shape: [1e9] }])), /no size from 1 to 2000/],
  ])('is refused where it is %s', (_, file, words) => {
    expect(() => readModal(file)).toThrow(FaultError);
    expect(() => readModal(file)).toThrow(words);
  });

  test('is refused where numbers are none, and named', () => {
    const shapes = model.shapes.slice();
    shapes[7] = Number.NaN;
    expect(() => readModal(writeModal({ ...model, shapes }))).toThrow(/shapes\[7\].*NaN/);
    const faces = model.faces.slice();
    faces[3] = 8;
    expect(() => readModal(writeModal({ ...model, faces }))).toThrow(/faces\[3\].*8/);
  });

  test('is refused with its fault whatever byte is changed, or is still a model', () => {
    const file = writeModal(model);
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const other = file.slice();
        other[at] ^= by;
        try {
          expect(readModal(other).count).toBe(3);
        } catch (error) {
          expect(error).toBeInstanceOf(FaultError);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.skipIf(!hasNumpy)('is read by NumPy with the lines of the documentation', () => {
    const folder = mkdtempSync(join(tmpdir(), 'carom-modal-'));
    try {
      writeFileSync(join(folder, 'box.modal'), writeModal(model));
      const script = `
import json, numpy as np
def read(path):
    line, _, rest = open(path, 'rb').read().partition(b'\\n')
    model, at = json.loads(line), 0
    for array in model['arrays']:
        count = int(np.prod(array['shape']))
        model[array['name']] = np.frombuffer(rest, array['type'], count, at).reshape(array['shape'])
        at += model[array['name']].nbytes
    return model
m = read('box.modal')
print(json.dumps([m['frequencies'].tolist(), m['dampings'].tolist(), m['radiation'].tolist(), m['curvatures'].tolist(),
                  m['shapes'][1, 3].tolist(), m['positions'][5].tolist(), m['faces'][2].tolist(), m['material']['density']]))`;
      const { stdout, stderr } = spawnSync('python3', ['-c', script], { cwd: folder, encoding: 'utf8' });
      const at = 3 * (8 + 3);
      expect(JSON.parse(stdout || stderr)).toEqual([
        Array.from(model.frequencies),
        Array.from(model.dampings),
        Array.from(model.radiation),
        Array.from(model.curvatures),
        Array.from(model.shapes.subarray(at, at + 3)),
        Array.from(model.positions.subarray(15, 18)),
        Array.from(model.faces.subarray(6, 9)),
        7850,
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
