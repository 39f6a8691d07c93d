import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import type { AsyncOptions } from '../../../src/engines/async/options.ts';
import { bytesSource, MemorySink, openRecording, RecordingWriter } from '../../../src/record/index.ts';
import { box, cloth, type SceneFile } from '../../../src/scene/index.ts';
import { recordRun, run, StepError, Stopped } from '../../../src/sim/index.ts';
import { verify } from '../../../src/verify/index.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';
import { optionsOf, sceneOf } from './harness.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Evenly over orders of magnitude. */
const scale = (min: number, max: number) =>
  number(Math.log(min), Math.log(max)).map((power) => Math.exp(power));

const chosen = fc.record({
  speed: scale(0.1, 1000),
  thickness: scale(3e-4, 8e-3),
  stretch: scale(1, 1e4),
  bend: scale(1e-7, 1e-2),
  damping: fc.constantFrom(0, 1e-4, 1e-2),
  friction: fc.constantFrom(0, 0.3, 2),
  restitution: fc.constantFrom(0, 0.5, 1),
  spin: number(-30, 30),
  tilt: number(0, 180),
  options: fc.record({
    contactStep: fc.constantFrom(0, 0.02, 0.3, 1),
    elasticStep: fc.constantFrom(0.05, 0.25, 1),
    layerStiffening: number(1, 4),
    layerThinning: number(0.1, 0.45),
    referenceSpeed: scale(0.01, 100),
    membrane: fc.constantFrom('springs', 'triangles'),
    frictionLaw: fc.constantFrom('static', 'kinetic'),
    detection: fc.constantFrom('certificates', 'windows'),
  }),
});

/** A sheet thrown at a turning box, and a particle shot at the sheet. */
function sceneFile(c: ReturnType<typeof chosen.generate>['value']): SceneFile {
  return {
    name: 'anything',
    duration: 0.1 / c.speed,
    frameRateHz: 40 * c.speed,
    bodies: [
      {
        ...box({ size: [0.05, 0.05, 0.05] }),
        name: 'box',
        motion: 'kinematic',
        angularVelocity: [0, c.spin, 0],
        friction: c.friction,
      },
    ],
    deformables: [
      cloth({
        name: 'sheet',
        size: [0.08, 0.08],
        cells: [2, 2],
        position: [0.01, 0.085, 0.004],
        rotation: { axis: [1, 0.3, 0.2], degrees: c.tilt },
        velocity: [0, -c.speed, 0],
        thickness: c.thickness,
        areaDensity: 0.3,
        stretchStiffness: c.stretch,
        bendStiffness: c.bend,
        stretchDamping: c.damping,
        friction: c.friction,
        restitution: c.restitution,
      }),
      {
        name: 'shot',
        kind: 'particles',
        shape: { kind: 'lattice', counts: [1, 1, 1], spacing: 1 },
        thickness: c.thickness,
        mass: 3e-4,
        position: [0.013, 0.16, 0.007],
        velocity: [0, -3 * c.speed, 0],
        restitution: c.restitution,
      },
    ],
  };
}

async function judge(file: SceneFile, options: Partial<AsyncOptions>) {
  const scene = sceneOf(file);
  const began = performance.now();
  // what gets too dear is stopped: it must be safe up to there
  const context = lonelyContext({ stop: () => performance.now() - began > 1500 });
  const given = optionsOf(scene, { mostLayers: 300, ...options });
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(asynchronous, scene, given));
  let end: unknown;
  try {
    const simulation = asynchronous.start(scene, given, context);
    const plan = { scene, reportColumns: asynchronous.columns.length };
    for (const _ of recordRun(simulation, run(simulation, plan), writer));
  } catch (error) {
    end = error;
  }
  return { end, verdict: await verify(await openRecording(bytesSource(sink.bytes()))) };
}

test('whatever the parameters and speeds, nothing ever passes through anything', async () => {
  await fc.assert(
    fc.asyncProperty(chosen, async (one) => {
      const { end, verdict } = await judge(sceneFile(one), one.options);
      if (end !== undefined)
        expect(end instanceof StepError || end instanceof Stopped, String(end)).toBe(true);
      expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, broken: 0 });
    }),
    { numRuns: 25 },
  );
});
