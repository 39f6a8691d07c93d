import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carom, lastLine } from '../carom.ts';
import { block, hinge, stl } from '../printed-parts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-in-place-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const meshesOf = (text: string) =>
  (JSON.parse(text) as { bodies: { shape: { path?: string } }[] }).bodies.flatMap(
    ({ shape }) => shape.path ?? [],
  );

test('fix mends the scene of a folder in place, and keeps each of its former selves whole', async () => {
  const [leaf, other, pin] = hinge();
  writeFileSync(join(folder, 'hinge.stl'), stl(leaf, other));
  writeFileSync(join(folder, 'pin.stl'), stl(pin));
  expect((await carom(['new', 'hinge.stl', 'pin.stl'], folder)).status).toBe(0);
  const first = read('hinge/scene.json');
  const fixed = await carom(['fix', 'hinge', '--json'], folder);
  expect(fixed.status, fixed.stderr).toBe(0);
  const kept = join('hinge', 'scene.before-fix.json');
  expect(lastLine(fixed)).toMatchObject({ scene: join('hinge', 'scene.json'), kept });
  expect(fixed.stderr).toMatch(/next: carom run hinge$/m);
  expect(read(kept)).toBe(first);
  const second = read('hinge/scene.json');
  expect(second).not.toBe(first);
  const ran = await carom(['run', 'hinge', '--duration', '0.02', '--json'], folder);
  expect(ran.status, ran.stderr).toBe(0);

  expect((await carom(['fix', 'hinge'], folder)).stdout).toContain('nothing to fix');
  expect(read('hinge/scene.json')).toBe(second);

  // pressed together again: what was kept first stays, and the meshes of what is kept now are not written over
  const meshes = meshesOf(second).map((path) => read(join('hinge', path)));
  const [floor, ...bodies] = (JSON.parse(second) as { bodies: object[] }).bodies;
  const twice = { ...JSON.parse(second), bodies: [floor, ...bodies, { ...bodies[2], name: 'pin-2' }] };
  writeFileSync(join(folder, 'hinge/scene.json'), JSON.stringify(twice));
  const deep = await carom(['fix', 'hinge'], folder);
  expect(deep.status).toBe(2);
  expect(read('hinge/scene.json')).toBe(JSON.stringify(twice));
  expect(readdirSync(join(folder, 'hinge')).sort()).toEqual([
    'meshes',
    'scene.before-fix.json',
    'scene.json',
  ]);

  writeFileSync(join(folder, 'hinge/scene.json'), first);
  const again = await carom(['fix', 'hinge', '--json'], folder);
  expect(lastLine(again).kept).toBe(join('hinge', 'scene.before-fix-2.json'));
  expect(read(kept)).toBe(first);
  expect(meshesOf(second).map((path) => read(join('hinge', path)))).toEqual(meshes);
});

test('--out writes elsewhere and leaves the old scene alone; never over it', async () => {
  writeFileSync(
    join(folder, 'pair.stl'),
    stl(block([10, 10, 10], [0, 0, 0]), block([10, 10, 10], [10, 0, 0])),
  );
  expect((await carom(['new', 'pair.stl'], folder)).status).toBe(0);
  const before = read('pair/scene.json');
  const fixed = await carom(['fix', 'pair', '--out', 'apart/pair.json', '--json'], folder);
  expect(lastLine(fixed)).toMatchObject({ scene: 'apart/pair.json', kept: null });
  expect(read('pair/scene.json')).toBe(before);
  expect(existsSync(join(folder, 'pair/scene.before-fix.json'))).toBe(false);
  const over = await carom(['fix', 'pair', '--out', 'pair/scene.json'], folder);
  expect(over.status).toBe(2);
  expect(read('pair/scene.json')).toBe(before);
});

test('what cannot be separated is told as the scene has it, not as a trial left it', async () => {
  const twin = { shape: { kind: 'box', size: [1, 1, 1] }, position: [0, 3, 0] };
  const bodies = [
    { name: 'one', ...twin },
    { name: 'two', ...twin },
  ];
  writeFileSync(join(folder, 'twins.json'), JSON.stringify({ name: 'twins', bodies }));
  const { status, stdout, stderr } = await carom(['fix', 'twins.json'], folder);
  expect(status).toBe(2);
  expect(stderr).toMatch(/depth 1000 mm/);
  expect(stdout).not.toContain('moved');
});
