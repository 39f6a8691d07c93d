import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeLocator } from '../../../src/modes/index.ts';
import { faceNormals } from '../../../src/sound/face-normals.ts';
import { toFaust } from '../../../src/sound/model/faust.ts';
import { instrumentOf } from '../../../src/sound/model/instrument.ts';
import { reachOf } from '../../../src/sound/model/reach.ts';
import { toSuperCollider } from '../../../src/sound/model/supercollider.ts';
import { strikeSound } from '../../../src/sound/strike.ts';
import { fakeModes } from '../fake-modes.ts';
import { aModel, evenTransfer, steel } from './a-model.ts';

const RATE = 48000;
const TONES = [440, 1210, 2330, 5100];
const model = aModel(TONES);
const hasFaust = spawnSync('faust', ['--version']).status === 0;

interface Control {
  readonly label: string;
  readonly index: number;
}

/** Compiles a Faust text to WebAssembly, and plays one blow. */
function play(text: string, settings: Readonly<Record<string, number>>, samples: number): Float64Array {
  const folder = mkdtempSync(join(tmpdir(), 'carom-faust-'));
  try {
    writeFileSync(join(folder, 'box.dsp'), text);
    const args = ['-lang', 'wasm', '-double', 'box.dsp', '-o', 'box.wasm'];
    const { status, stderr } = spawnSync('faust', args, { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const told = /return '(.*)';/.exec(readFileSync(join(folder, 'box.js'), 'utf8'))?.[1] ?? '';
    const controls = (JSON.parse(told) as { ui: { items: Control[] }[] }).ui[0].items;
    const env = Object.fromEntries(
      (['sin', 'cos', 'exp', 'pow', 'log', 'tan', 'fmod'] as const).map((name) => [
        `_${name}`,
        name === 'fmod' ? (a: number, b: number) => a % b : Math[name],
      ]),
    );
    const module = new WebAssembly.Module(readFileSync(join(folder, 'box.wasm')));
    const faust = new WebAssembly.Instance(module, { env }).exports as {
      memory: WebAssembly.Memory;
      init(at: number, rate: number): void;
      setParamValue(at: number, index: number, value: number): void;
      compute(at: number, count: number, inputs: number, outputs: number): void;
    };
    const [table, left, right, block] = [32768, 36864, 45056, 1024];
    faust.init(0, RATE);
    for (const { label, index } of controls)
      if (settings[label] !== undefined) faust.setParamValue(0, index, settings[label]);
    new Uint32Array(faust.memory.buffer, table, 2).set([left, right]);
    const out = new Float64Array(samples);
    for (let at = 0; at < samples; at += block) {
      faust.compute(0, block, 0, table);
      out.set(new Float64Array(faust.memory.buffer, left, Math.min(block, samples - at)), at);
    }
    return out;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Amplitude of a tone, by a window of Hann from `from` on. */
function levelAt(samples: Float64Array, hertz: number, from: number, count = 8192): number {
  let re = 0;
  let im = 0;
  for (let n = 0; n < count; n++) {
    const window = 1 - Math.cos((2 * Math.PI * n) / count);
    const angle = (2 * Math.PI * hertz * n) / RATE;
    re += samples[from + n] * window * Math.cos(angle);
    im += samples[from + n] * window * Math.sin(angle);
  }
  return (2 * Math.sqrt(re * re + im * im)) / count;
}

const peakOf = (samples: Float64Array): number => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

describe('instruments of a modal model', () => {
  const instrument = instrumentOf(model);

  test('are struck at places apart, with gains that cannot clip', () => {
    expect(instrument.places).toHaveLength(5);
    const sums = instrument.gains.map((gains) => gains.reduce((sum, gain) => sum + Math.abs(gain), 0));
    expect(Math.max(...sums)).toBeCloseTo(1, 12);
    expect(instrument.touches[0]).toBeGreaterThan(5 * instrument.touches[1]);
  });

  test('say what is left out', () => {
    const silent = aModel([440, 900]);
    silent.dampings[0] = 0;
    expect(instrumentOf(silent).leftOut[0]).toBe('1 of 2 modes: they do not ring, or nothing damps them');
    const many = aModel(Array.from({ length: 70 }, (_, m) => 300 + 40 * m));
    expect(toFaust(many)).toMatch(/Left out:\n\/\/ - 6 of 70 modes: beyond the 64 loudest/);
  });

  test('have names that no text ends early', () => {
    const text = toFaust({ ...model, name: 'a\nprocess = _; "\\' });
    expect(text).not.toMatch(/^process = _; /m);
    expect(text.match(/^declare name .*$/m)?.[0]).toBe('declare name "a process = _;   ";');
  });

  test('of SuperCollider have the words of a voice, and close what they open', () => {
    const text = toSuperCollider(model);
    for (const word of ['freq = 440', 'gain = 0.8', 'gate = 1', 'position = 0', 'mallet = 0.6', 'Left out:'])
      expect(text).toContain(word);
    for (const [open, close] of ['()', '[]', '{}'])
      expect(text.split(open).length, `${open}${close}`).toBe(text.split(close).length);
  });

  describe.skipIf(!hasFaust)('of Faust (Debian’s faust)', () => {
    const text = toFaust(model);

    test('sound as our own strike at each place', { timeout: 60_000 }, () => {
      const modes = fakeModes(TONES);
      const gain = 0.8;
      // so short a blow that the small difference of pulses is far above these tones
      const mallet = 1;
      const [soft, hard] = instrument.touches;
      const duration = (soft * (hard / soft) ** mallet) / gain ** 0.2;
      const { normals } = faceNormals(model.positions, model.faces);
      instrument.places.forEach((point, position) => {
        const locator = makeLocator(model);
        const reach = new Float64Array(4);
        reachOf(model, locator, point, [0, 0, 0], reach);
        const [a, b] = locator.vertices;
        const face = model.faces.findIndex((v, i) => i % 3 === 0 && v === a && model.faces[i + 1] === b);
        const direction = [normals[face], normals[face + 1], normals[face + 2]] as const;
        const transfer = evenTransfer(Array.from(model.radiation));
        const ours = strikeSound(
          modes,
          steel,
          transfer,
          { point, direction, impulse: 1, duration },
          [1, 0, 0],
          RATE,
          1.2,
        );
        const faust = play(text, { gain, mallet, position, gate: 1 }, RATE);
        expect(peakOf(faust)).toBeLessThan(gain);
        const scale = TONES.map((hertz) => levelAt(faust, hertz, 2000) / levelAt(ours, hertz, 2048));
        for (const ratio of scale) expect(Math.abs(ratio / scale[0] - 1)).toBeLessThan(0.01);
        for (const hertz of TONES) {
          const fell = (sound: Float64Array) => levelAt(sound, hertz, 30048) / levelAt(sound, hertz, 2048);
          expect(fell(faust) / fell(ours)).toBeCloseTo(1, 2);
        }
      });
    });

    test('follow freq, gain and gate', { timeout: 60_000 }, () => {
      expect(peakOf(play(text, { gate: 0 }, 4096))).toBe(0);
      const full = play(text, { gate: 1, gain: 1, mallet: 0 }, 16384);
      const fifth = play(text, { gate: 1, gain: 1, mallet: 0, freq: 660 }, 16384);
      expect(levelAt(fifth, 660, 4000)).toBeGreaterThan(10 * levelAt(fifth, 440, 4000));
      expect(levelAt(full, 440, 4000)).toBeGreaterThan(10 * levelAt(full, 660, 4000));
      for (const mallet of [0, 0.5, 1])
        for (const position of [0, 0.5, 3.7])
          expect(peakOf(play(text, { gate: 1, gain: 1, mallet, position }, 4096))).toBeLessThanOrEqual(1);
    });
  });
});
