import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openRecordingFile } from '../../../src/record/container/file.node.ts';
import { repairRecordingFile, resumeRecordingFile } from '../../../src/record/container/mend.node.ts';
import { contentHash } from '../../../src/record/hash.ts';
import { writeSynthetic } from '../synthetic.ts';

const folder = mkdtempSync(join(tmpdir(), 'carom-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

describe('recording files', () => {
  test('a torn one is repaired to one that opens at once', async () => {
    const path = join(folder, 'torn.carom');
    const { bytes, commits } = writeSynthetic([1, 3, 2], false);
    writeFileSync(path, bytes.subarray(0, bytes.length - 7));
    await repairRecordingFile(path);
    const recording = await openRecordingFile(path);
    expect(recording.torn).toBe(false);
    expect(recording.frameCount).toBe(commits[1].frames);
    expect(await contentHash(recording)).toBe(await hashOf(writeSynthetic([4]).bytes));
    await recording.close();
  });

  test('resuming cuts the file after its last commit', async () => {
    const path = join(folder, 'closed.carom');
    const { bytes, commits } = writeSynthetic([1, 3]);
    writeFileSync(path, bytes);
    const { recording, writer, sink } = await resumeRecordingFile(path);
    expect(statSync(path).size).toBe(commits[1].bytes);
    expect(writer.nextFrame).toBe(4);
    sink.close();
    await recording.close();
  });

  test('a file that is none is an error that closes the file', async () => {
    const path = join(folder, 'none.carom');
    writeFileSync(path, 'hello');
    await expect(openRecordingFile(path)).rejects.toThrow(/not a recording/);
    await expect(openRecordingFile(join(folder, 'missing.carom'))).rejects.toThrow(/ENOENT/);
  });

  test.skipIf(!hasNumpy)('Python’s zipfile and numpy read it, checksums and all', () => {
    const path = join(folder, 'python.carom');
    writeFileSync(path, writeSynthetic([1, 3]).bytes);
    const script = [
      'import json, sys, zipfile, numpy',
      'z = zipfile.ZipFile(sys.argv[1])',
      'assert z.testzip() is None',
      'a = numpy.load(sys.argv[1])["pose/00000001"]',
      'print(json.dumps([z.namelist()[0], a.shape, a[2, 1, 6], json.loads(z.read("recording.json"))["engine"]]))',
    ].join('\n');
    const said = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }));
    expect(said).toEqual(['recording.json', [3, 2, 7], 3013 / 8, 'synthetic']);
  });

  test.skipIf(!hasNumpy)('the Python of docs/recording.md plots from it', () => {
    const page = readFileSync(new URL('../../../docs/recording.md', import.meta.url), 'utf8');
    const code = /```python\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(6);
    const path = join(folder, 'fall.carom');
    writeFileSync(path, writeSynthetic([1, 3]).bytes);
    // Matplotlib may be missing: what is plotted is what we look at.
    const stub = join(folder, 'matplotlib');
    execFileSync('mkdir', ['-p', stub]);
    writeFileSync(join(stub, '__init__.py'), '');
    writeFileSync(
      join(stub, 'pyplot.py'),
      'import json\ndef plot(x, y): print(json.dumps([list(x), list(y)]))\ndef show(): pass\ndef savefig(*a): pass\n',
    );
    const env = { ...process.env, PYTHONPATH: folder };
    const said = JSON.parse(execFileSync('python3', ['-c', code], { cwd: folder, env, encoding: 'utf8' }));
    expect(said[0]).toEqual([0, 1 / 30, 2 / 30, 3 / 30]);
    expect(said[1]).toEqual([0, 1, 2, 3].map((frame) => (1000 * frame + 1) / 8));
  });

  test.skipIf(!hasNumpy)('the Python of docs/recording.md reads planes, the path and contacts', async () => {
    const page = readFileSync(new URL('../../../docs/recording.md', import.meta.url), 'utf8');
    const [, read, path, contacts] = [...page.matchAll(/^ *```python\n([\s\S]*?)```/gm)].map(([, code]) =>
      isListed(code) ? code.replace(/^ {2}/gm, '') : code,
    );
    const file = join(folder, 'fall.carom');
    writeFileSync(file, writeSynthetic([1, 3, 7]).bytes);
    const recording = await openRecordingFile(file);
    const script = [
      read,
      'chunk = 2',
      'for frame in range(7):',
      ...path
        .replace(/^frame, chunk = .*$/m, '')
        .split('\n')
        .map((line) => `    ${line}`),
      "    if read('contacts/start', chunk)[frame + 1] > read('contacts/start', chunk)[frame]:",
      ...contacts.split('\n').map((line) => `        ${line}`),
      '    else: bodies = impulse = began = numpy.zeros(0)',
      '    print(json.dumps([a.ravel().tolist() for a in (times, poses, bodies, impulse, began)]))',
    ].join('\n');
    const said = execFileSync('python3', ['-c', script], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(said).toHaveLength(7);
    for (let frame = 0; frame < 7; frame++) {
      const { times, poses } = await recording.path(4 + frame);
      const rows = await recording.contacts(4 + frame);
      const first = (values: Float64Array) => [...values].filter((_, i) => i % 2 === 0);
      expect(said[frame]).toEqual([
        [...times],
        [...poses],
        [...rows.body],
        first(rows.normalImpulse),
        first(rows.start),
      ]);
    }
    await recording.close();
  });
});

/** Code in a list is indented. */
function isListed(code: string): boolean {
  return code.split('\n').every((line) => line === '' || line.startsWith('  '));
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'hash.carom');
  writeFileSync(path, bytes);
  const recording = await openRecordingFile(path);
  const hash = await contentHash(recording);
  await recording.close();
  return hash;
}
