import { flight } from '../../src/engines/flight/index.ts';
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

/** A run of bodies in free flight. */
export async function record(file: SceneFile): Promise<Recording> {
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
export const scene = defineScene({
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
