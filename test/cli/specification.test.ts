import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specifications } from '../../examples/lagrange/parts/specifications.generated.ts';
import { openRecordingFile } from '../../src/record/index.node.ts';
import { carom, lastLine } from './carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-specification-'));
  writeFileSync(join(folder, 'coaster.lagrange'), specifications['roller-coaster-one']);
  writeFileSync(join(folder, 'pendulum.lagrange'), specifications.pendulum);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => carom(['run', ...args, '--json'], folder);

describe('carom run with a specification', () => {
  test('runs a .lagrange file, records its text and reports its energy', async () => {
    const ended = await run('pendulum.lagrange', '--duration', '0.5', '--out', 'pendulum.carom');
    expect(ended).toMatchObject({ status: 0 });
    expect(lastLine(ended)).toMatchObject({ scene: 'pendulum', engine: 'program', frames: 31 });
    const recording = await openRecordingFile(join(folder, 'pendulum.carom'));
    expect(recording.scene.specification).toBe(specifications.pendulum);
    expect(recording.scene.bodies.length).toBe(3);
    await recording.close();
  });

  test('a scene file names one, beside scenery of its own', async () => {
    const scene = {
      name: 'swing',
      up: 'z',
      specification: 'pendulum.lagrange',
      duration: 0.1,
      bodies: [
        { name: 'wall', motion: 'static', shape: { kind: 'box', size: [1, 0.1, 1] }, position: [3, 0, 0] },
      ],
    };
    writeFileSync(join(folder, 'solid.json'), JSON.stringify(scene));
    const refused = await run('solid.json', '--out', 'solid.carom');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/passes through this body \(wall\); say "touches": \[\]/);
    const bodies = scene.bodies.map((body) => ({ ...body, touches: [] }));
    writeFileSync(join(folder, 'swing.json'), JSON.stringify({ ...scene, bodies }));
    const ended = await run('swing.json', '--out', 'swing.carom');
    expect(ended).toMatchObject({ status: 0 });
    expect(lastLine(ended)).toMatchObject({ engine: 'program' });
    const recording = await openRecordingFile(join(folder, 'swing.carom'));
    expect(recording.scene.bodies.map(({ name }) => name)).toEqual(['wall', 'Pivot', 'Rod', 'Bob']);
    await recording.close();
  });

  test('a scene file sets a parameter', async () => {
    const scene = {
      name: 'fast',
      specification: specifications['roller-coaster-one'],
      duration: 0,
      parameters: [{ name: 'Omega', target: '/specification/Omega', value: 0.3, min: 0, max: 1 }],
    };
    writeFileSync(join(folder, 'fast.json'), JSON.stringify(scene));
    await run('fast.json', '--out', 'fast.carom');
    const recording = await openRecordingFile(join(folder, 'fast.carom'));
    const { poses } = await recording.frame(0);
    expect(poses.length).toBeGreaterThan(0);
    expect(recording.scene.parameters[0]).toMatchObject({ name: 'Omega', value: 0.3, max: 1 });
    const [kinetic] = (await recording.reports()).subarray(1, 2);
    expect(kinetic).toBeGreaterThan(0.5 * (0.3 * 50) ** 2 - 1e-6);
    await recording.close();
  });

  test('--set gives parameters and options, --control drives, and both are kept with the run', async () => {
    const driven = ['--set', 'Omega=6deg', '--set', 'tolerance=1e-9', '--control', 'UpDown=0:30,0.5:-30'];
    const [free, pushed] = [
      await run('coaster.lagrange', '--duration', '1', '--out', 'free.carom'),
      await run('coaster.lagrange', '--duration', '1', '--out', 'pushed.carom', ...driven),
    ].map(lastLine);
    expect(Number(pushed.energyLast) - Number(pushed.energyFirst)).not.toBeCloseTo(
      Number(free.energyLast) - Number(free.energyFirst),
      0,
    );
    const recording = await openRecordingFile(join(folder, 'pushed.carom'));
    expect(recording.scene.parameters[0].value).toBeCloseTo((6 * Math.PI) / 180, 14);
    expect(recording.header.options).toMatchObject({ tolerance: 1e-9 });
    const logged = [];
    for (let i = 0; i < recording.frameCount; i++) logged.push(...(await recording.inputs(i)));
    expect(logged.map(({ kind, values }) => [kind, values[0]])).toEqual([
      ['control', 30],
      ['control', -30],
    ]);
    expect(logged[1].time).toBeCloseTo(0.5, 12);
    await recording.close();
  });

  test('--resume wants the same --control', async () => {
    const driven = ['coaster.lagrange', '--out', 'again.carom', '--control', 'UpDown=0:30,0.3:-30'];
    await run(...driven, '--duration', '0.5');
    const other = await run('coaster.lagrange', '--out', 'again.carom', '--resume', '--duration', '1');
    expect(other.status).toBe(2);
    expect(other.stderr + other.stdout).toMatch(/driven otherwise before frame 1.*same --control/s);
    const later = await run(...driven.slice(0, 4), 'UpDown=0:30,0.3:-20', '--resume', '--duration', '1');
    expect(later.stderr + later.stdout).toMatch(/driven otherwise before frame 19/);
    // What comes after the recording may be new: it has not happened yet.
    const more = await run(...driven.slice(0, 4), 'UpDown=0:30,0.3:-30,0.8:5', '--resume', '--duration', '1');
    expect(more.status).toBe(0);
  });

  test.each([
    ['a control that is not there', ['--control', 'UpDwn=1'], /UpDown/],
    ['a value that is no number', ['--control', 'UpDown=up'], /number/],
    ['a parameter that is no number', ['--set', 'Omega=fast'], /number/],
    ['a setting that is neither', ['--set', 'Omegga=1'], /Omegga/],
  ])('%s is refused', async (_, flags, says) => {
    const ended = await run('coaster.lagrange', ...flags);
    expect(ended.status).toBe(2);
    expect(ended.stderr + ended.stdout).toMatch(says);
  });

  test('faults of the text have its lines', async () => {
    writeFileSync(join(folder, 'bad.lagrange'), 'system Bad;\nframe A;\nvary Tx(B);\n');
    const ended = await run('bad.lagrange');
    expect(ended.status).toBe(2);
    expect(ended.stderr + ended.stdout).toMatch(/3:9/);
  });

  test('a path out of the scene’s folder is not read', async () => {
    const scene = { name: 'climber', specification: '../../secret.lagrange' };
    writeFileSync(join(folder, 'climber.json'), JSON.stringify(scene));
    const ended = await run('climber.json');
    expect(ended.status).toBe(2);
    expect(ended.stderr + ended.stdout).toMatch(/specification/);
  });
});
