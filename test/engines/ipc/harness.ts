// Runs the ipc engine on small scenes, for its tests.

import { ipc } from '../../../src/engines/ipc/engine.ts';
import type { IpcOptions } from '../../../src/engines/ipc/options.ts';
import { MemorySink } from '../../../src/record/memory-sink.ts';
import { openRecording } from '../../../src/record/recording.ts';
import { bytesSource } from '../../../src/record/source.ts';
import type { Contact, Frame, StepSink } from '../../../src/record/types.ts';
import { RecordingWriter } from '../../../src/record/writer.ts';
import type { SceneFile } from '../../../src/scene/builder.ts';
import { FaultError } from '../../../src/scene/fault.ts';
import { resolveScene } from '../../../src/scene/resolve.ts';
import type { Scene } from '../../../src/scene/types.ts';
import type { Simulation } from '../../../src/sim/engine.ts';
import { parseOptions } from '../../../src/sim/options.ts';
import { recordRun } from '../../../src/sim/record-run.ts';
import { run } from '../../../src/sim/run.ts';
import type { Verdict } from '../../../src/verify/report.ts';
import { verify } from '../../../src/verify/verify.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';

export const columnAt = (name: string): number => ipc.columns.findIndex((column) => column.name === name);

/** The engine's options as the scene gives them, defaults elsewhere. */
export function optionsOf(scene: Scene, changes: Partial<IpcOptions> = {}): IpcOptions {
  const { options, faults } = parseOptions(ipc, scene.options);
  if (faults.length > 0) throw new FaultError('options:', faults);
  return { ...options, ...changes };
}

/** A running simulation with its clock, frame and last report at hand. */
export class Trial {
  readonly scene: Scene;
  readonly options: IpcOptions;
  readonly simulation: Simulation;
  readonly frame: Frame;
  /** Contacts of the last `to`, where they were asked for. */
  readonly contacts: Contact[] = [];
  values: Float64Array = new Float64Array(0);
  /** Smallest gap that was ever reported [m]. */
  smallestGap = Number.POSITIVE_INFINITY;
  iterations = 0;
  private readonly sink: StepSink;

  constructor(file: SceneFile | Scene, changes: Partial<IpcOptions> = {}, wantsContacts = false) {
    this.scene = 'meshes' in file ? file : resolveScene(file).scene;
    this.options = optionsOf(this.scene, changes);
    const faults = ipc.refuse(this.scene, this.options);
    if (faults.length > 0) throw new FaultError(`"${this.scene.name}" is refused:`, faults);
    this.simulation = ipc.start(this.scene, this.options, lonelyContext());
    const bodies = this.scene.bodies.length;
    this.frame = {
      time: 0,
      poses: new Float64Array(7 * bodies),
      velocities: new Float64Array(6 * bodies),
      vertices: new Float64Array(0),
    };
    this.sink = {
      wants: { path: false, contacts: wantsContacts },
      knot: () => {},
      turn: () => {},
      stray: () => {},
      contact: (contact) => this.contacts.push({ ...contact }),
    };
  }

  to(time: number): this {
    this.contacts.length = 0;
    this.values = this.simulation.advance(time, this.sink).values.slice();
    this.smallestGap = Math.min(this.smallestGap, this.values[columnAt('smallestGap')]);
    this.iterations += this.values[columnAt('iterations')];
    this.simulation.writeFrame(this.frame);
    return this;
  }

  index(name: string): number {
    const index = this.scene.bodies.findIndex((body) => body.name === name);
    if (index < 0) throw new Error(`no body "${name}"`);
    return index;
  }

  position(name: string): number[] {
    const at = 7 * this.index(name);
    return [...this.frame.poses.subarray(at, at + 3)];
  }

  orientation(name: string): number[] {
    const at = 7 * this.index(name) + 3;
    return [...this.frame.poses.subarray(at, at + 4)];
  }

  velocity(name: string): number[] {
    const at = 6 * this.index(name);
    return [...this.frame.velocities.subarray(at, at + 3)];
  }

  spin(name: string): number[] {
    const at = 6 * this.index(name) + 3;
    return [...this.frame.velocities.subarray(at, at + 3)];
  }

  /** Angular momentum of all moving bodies about the world's origin [kg m²/s]. */
  angularMomentum(): number[] {
    const { position, velocity, angularMomentum } = this.simulation.state;
    const sum = [0, 0, 0];
    this.scene.bodies.forEach(({ motion, mass }, i) => {
      if (motion !== 'dynamic') return;
      const [x, y, z] = position.subarray(3 * i);
      const [u, v, w] = velocity.subarray(3 * i);
      sum[0] += angularMomentum[3 * i] + mass * (y * w - z * v);
      sum[1] += angularMomentum[3 * i + 1] + mass * (z * u - x * w);
      sum[2] += angularMomentum[3 * i + 2] + mass * (x * v - y * u);
    });
    return sum;
  }

  value(column: string): number {
    return this.values[columnAt(column)];
  }
}

export const norm = (v: readonly number[]): number => Math.hypot(...v);
export const subtract = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x - b[k]);

export interface Judged {
  readonly verdict: Verdict;
  /** What the engine threw, where it did. */
  readonly error: unknown;
}

/** Records a run of the scene's whole duration and has it judged, also where a step fails on the way. */
export async function judge(
  file: SceneFile | Scene,
  changes: Partial<IpcOptions> = {},
  stop: () => boolean = () => false,
): Promise<Judged> {
  const scene = 'meshes' in file ? file : resolveScene(file).scene;
  const options = optionsOf(scene, changes);
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(ipc, scene, options));
  const simulation = ipc.start(scene, options, lonelyContext({ stop }));
  const frames = run(simulation, { scene, reportColumns: ipc.columns.length });
  let error: unknown;
  try {
    for (const _ of recordRun(simulation, frames, writer));
  } catch (thrown) {
    error = thrown;
  }
  const recording = await openRecording(bytesSource(sink.bytes()));
  return { verdict: await verify(recording), error };
}
