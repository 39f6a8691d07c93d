// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
// @ts-expect-error has no types
import { PNG } from 'pngjs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { flight } from '../../src/engines/flight/index.ts';
import { exportCsv } from '../../src/export/csv.ts';
import { exportGlb } from '../../src/export/glb/glb.ts';
import { renderPicture } from '../../src/export/picture/render.ts';
import { encodePng } from '../../src/export/png.ts';
import {
  bytesSource,
  MemorySink,
  openRecording,
  type Recording,
  RecordingWriter,
} from '../../src/record/index.ts';
import {
  box,
  defineScene,
  floor,
  mesh,
  resolveScene,
  type SceneFile,
  sphere,
} from '../../src/scene/index.ts';
import { defaultsOf, recordRun, run } from '../../src/sim/index.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

async function record(file: SceneFile): Promise<Recording> {
  const { scene } = resolveScene(file);
  const sink = new MemorySink();
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const writer = RecordingWriter.create(sink, scene, describeRun(flight, scene));
  const frames = run(simulation, { scene, reportColumns: flight.columns.length });
  for (const _ of recordRun(simulation, frames, writer));
  return openRecording(bytesSource(sink.bytes()));
}

const wire = {
  positions: Float64Array.of(0, 0, 0, 0.3, 0, 0, 0.3, 0.3, 0.1),
  faces: new Uint32Array(0),
  wires: Uint32Array.of(0, 1, 1, 2),
  points: new Uint32Array(0),
};
const crate = box({ size: [0.2, 0.2, 0.2], angularVelocity: [1, 5, 2] });
const scene = defineScene({
  name: 'mixed',
  engine: 'flight',
  duration: 0.5,
  bodies: [
    floor({ position: [0, -2, 0] }),
    { ...crate, name: '=crate, "first"' },
    { ...crate, name: 'second', position: [0.4, 0, 0] },
    sphere({ name: 'ball', radius: 0.1, subdivisions: 1, position: [0, 0.4, 0] }),
    mesh(wire, { name: 'wire', position: [-0.5, 0, 0] }),
  ],
});

describe('GLB', () => {
  test.each(['y', 'z'] as const)('is valid, shares meshes and moves what moves (%s up)', async (up) => {
    const glb = await exportGlb(await record({ ...scene, up }));
    const { issues } = await validateBytes(glb);
    expect({
      errors: issues.numErrors,
      warnings: issues.numWarnings,
      messages: issues.messages,
    }).toMatchObject({
      errors: 0,
      warnings: 0,
    });
    const length = new DataView(glb.buffer).getUint32(12, true);
    const root = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as {
      nodes: { name: string }[];
      meshes: { primitives: { attributes: { POSITION: number } }[] }[];
      animations: { channels: { target: { node: number; path: string } }[] }[];
    };
    const accessor = (mesh: number) => root.meshes[mesh].primitives[0].attributes.POSITION;
    expect(accessor(1)).toBe(accessor(2));
    const moved = root.animations[0].channels.map(
      ({ target }) => `${root.nodes[target.node].name} ${target.path}`,
    );
    expect(moved).toContain('second rotation');
    expect(moved).toContain('ball translation');
    expect(moved.some((name) => name.startsWith('floor'))).toBe(false);
  });
});

describe('CSV', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await record(scene);
  });
  const read = async (table: 'poses' | 'report' | 'velocities' | 'contacts') => {
    let text = '';
    for await (const piece of exportCsv(recording, table)) text += piece;
    return text.split('\r\n').slice(0, -1);
  };

  test('gives back every bit', async () => {
    const lines = await read('poses');
    expect(lines).toHaveLength(1 + recording.frameCount * 5);
    const frame = await recording.frame(recording.frameCount - 1);
    const cells = lines[lines.length - 2].split(',');
    expect(cells.slice(3).map(Number)).toEqual([...frame.poses.subarray(21, 28)]);
    const report = await read('report');
    expect(report[0]).toContain('energy [J]');
    expect(report[31].split(',').slice(2).map(Number)).toEqual([...(await recording.report(30))]);
    expect(await read('contacts')).toHaveLength(1);
  });

  test('quotes names, and lets none be a formula', async () => {
    expect((await read('velocities'))[2]).toContain(`"'=crate, ""first"""`);
  });
});

describe('PNG', () => {
  test('is read back by an independent reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        async (width, height, seed) => {
          const rgb = Uint8Array.from(
            { length: 3 * width * height },
            (_, i) => ((i * i + seed) >> (seed % 5)) & 255,
          );
          const read = PNG.sync.read(Buffer.from(await encodePng(width, height, rgb)));
          expect([read.width, read.height]).toEqual([width, height]);
          for (let i = 0; i < width * height; i++)
            for (let k = 0; k < 3; k++)
              if (read.data[4 * i + k] !== rgb[3 * i + k]) throw new Error(`pixel ${i}`);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('pictures', () => {
  test('show what moves, each in its colour, in the middle', async () => {
    const recording = await record({
      name: 'one',
      duration: 0,
      bodies: [floor({ position: [0, -0.1, 0] }), box({ size: [0.2, 0.2, 0.2], color: '#ff0000' })],
    });
    const { rgb, width, height } = renderPicture(recording.scene, await recording.frame(0), {
      width: 90,
      height: 60,
    });
    const red = (x: number, y: number) => {
      const i = 3 * (y * width + x);
      return rgb[i] > 2 * rgb[i + 1] && rgb[i] > 2 * rgb[i + 2];
    };
    expect(red(45, 30)).toBe(true);
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (red(x, y)) {
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
    // Framed: the box fills most of the height and is not cut off.
    expect(bottom - top).toBeGreaterThan(0.7 * height);
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(height - 1);
    expect(Math.abs(left + right - width)).toBeLessThan(6);
  });

  test('are the same bytes every time, and darker in the shadow', async () => {
    const recording = await record({
      name: 'two',
      duration: 0,
      bodies: [floor({ position: [0, -0.11, 0] }), box({ size: [0.2, 0.2, 0.2] })],
    });
    const frame = await recording.frame(0);
    const size = { width: 120, height: 80 };
    const first = renderPicture(recording.scene, frame, size);
    expect(renderPicture(recording.scene, frame, size).rgb).toEqual(first.rgb);
    const bare = renderPicture(
      { ...recording.scene, bodies: recording.scene.bodies.slice(0, 1) },
      { ...frame, poses: frame.poses.slice(0, 7) },
      { ...size, eye: [1, 1, 1], target: [0, 0, 0] },
    );
    const withBox = renderPicture(recording.scene, frame, { ...size, eye: [1, 1, 1], target: [0, 0, 0] });
    const darkest = (rgb: Uint8Array) => rgb.reduce((least, value) => Math.min(least, value), 255);
    expect(darkest(withBox.rgb)).toBeLessThan(darkest(bare.rgb) - 40);
  });
});
