// Every engine run as the command line runs it: scene, engine, recording; and what the judge says of it.

import { type Makers, once } from './digest.ts';
import * as from from './parts.ts';
import { beltless, drowsy, guided, grains, handled, machine, shaken } from './driven-scenes.ts';
import { droppedBar, lying, shelf, softBlock } from './more-scenes.ts';
import { draped, jointed, shapes } from './scenes.ts';
import { bounce, damper, latched, letGo } from './specifications.ts';
import coaster from '../../examples/lagrange/roller-coaster.lagrange?raw';

interface Ran {
  readonly recording: from.Recording;
  /** All arrays at the end, as the recording keeps them: its content hash leaves snapshots out. */
  readonly state: from.State;
}

async function ran<Options extends object>(
  engine: from.Engine<Options>,
  given: from.SceneFile | from.Scene,
  changes: Partial<Options> = {},
  inputs?: from.RunPlan['inputs'],
): Promise<Ran> {
  const scene = 'meshes' in given ? given : from.resolveScene(given).scene;
  const options = { ...from.parseOptions(engine, scene.options).options, ...changes };
  const faults = engine.refuse(scene, options);
  if (faults.length > 0) throw new from.FaultError(`"${scene.name}" is refused:`, faults);
  const sink = new from.MemorySink();
  const writer = from.RecordingWriter.create(sink, scene, from.describeRun(engine, scene, options));
  const simulation = engine.start(scene, options, from.lonelyContext());
  const plan = { scene, reportColumns: from.columnsOf(engine, scene).length, ...(inputs && { inputs }) };
  for (const _ of from.recordRun(simulation, from.run(simulation, plan), writer)) void _;
  const recording = await from.openRecording(from.bytesSource(sink.bytes()));
  return { recording, state: await recording.snapshot() };
}

export const runs = {
  'ipc first order': once(() => ran(from.ipc, jointed, { integrator: 'first order' })),
  'ipc second order': once(() => ran(from.ipc, jointed, { integrator: 'second order' })),
  'ipc machine': once(() => ran(from.ipc, beltless, {}, handled(5, 6))),
  'ipc machine, first order': once(() =>
    ran(from.ipc, beltless, { integrator: 'first order' }, handled(5, 6)),
  ),
  'ipc guided': once(() => ran(from.ipc, guided)),
  'ipc guided, in parts of steps': once(() => ran(from.ipc, guided, { maxIterations: 4 })),
  'ipc drowsy': once(() => ran(from.ipc, drowsy)),
  'ipc grains': once(() => ran(from.ipc, grains)),
  'lcp machine': once(() => ran(from.lcp, machine, {}, handled(5, 6))),
  'lcp drowsy': once(() => ran(from.lcp, drowsy, { sleepAfter: 0.1 })),
  'lcp joints': once(() => ran(from.lcp, jointed)),
  'lcp shapes': once(() => ran(from.lcp, shapes)),
  'lcp shapes with pyramids and recovery': once(() =>
    ran(from.lcp, { ...shapes, duration: 0.2 }, { friction: 'pyramid', recovery: 0.2, sleepAfter: 0.05 }),
  ),
  'lcp dropped bar': once(() => ran(from.lcp, droppedBar)),
  'lcp strict past': once(() => ran(from.lcp, lying, { past: 'strict' })),
  'lcp lenient past': once(() => ran(from.lcp, lying, { past: 'lenient' })),
  'async certificates': once(() => ran(from.asynchronous, draped)),
  'async windows, triangles, kinetic friction': once(() =>
    ran(from.asynchronous, draped, { detection: 'windows', membrane: 'triangles', frictionLaw: 'kinetic' }),
  ),
  'async in TypeScript': once(() =>
    ran(from.asynchronous, { ...draped, duration: 0.025 }, { machine: 'typescript' }),
  ),
  'modal held': once(() => ran(from.modal, shelf, { flexible: 'held', mostModes: 6 })),
  'modal all': once(() => ran(from.modal, softBlock, { mostModes: 4 })),
  'modal shaken': once(() => ran(from.modal, shaken, { mostModes: 4 }, handled(4, 1))),
  'modal shaken, the usual way': once(() =>
    ran(from.modal, shaken, { mostModes: 3, propagation: 'newmark', contacts: 'velocity' }, handled(4, 1)),
  ),
  'program bounce': once(() =>
    ran(from.program, { ...from.sceneOfSpecification(bounce, 'bounce'), duration: 1.5 }),
  ),
  'program coaster': once(() =>
    ran(from.program, { ...from.sceneOfSpecification(coaster, 'coaster'), duration: 0.5 }),
  ),
  'program damper': once(() =>
    ran(from.program, { ...from.sceneOfSpecification(damper, 'damper'), duration: 0.6 }, {}, letGo(20)),
  ),
  'program latched': once(() =>
    ran(from.program, { ...from.sceneOfSpecification(latched, 'latched'), duration: 0.7 }),
  ),
  flight: once(() => ran(from.flight, from.tinyScene())),
} satisfies Record<string, () => Promise<Ran>>;

/** Judged: with a promise and without, of rigid bodies, of particles among them and of cloth. */
const judged = ['ipc second order', 'ipc grains', 'lcp shapes', 'async certificates'] as const;

export const runMakers: Makers = Object.fromEntries([
  ...Object.entries(runs).flatMap(([name, run]) => [
    [`run ${name}: recording`, async () => from.contentHash((await run()).recording)],
    [`run ${name}: state`, async () => (await run()).state],
  ]),
  ...judged.map((name) => [`verify ${name}`, async () => from.verify((await runs[name]()).recording)]),
]);
