// Runs the ipc engine on small scenes, for its tests.

import { ipc } from '../../../src/engines/ipc/engine.ts';
import type { IpcOptions } from '../../../src/engines/ipc/options.ts';
import { bytesSource, MemorySink, openRecording, RecordingWriter } from '../../../src/record/index.ts';
import { resolveScene, type Scene, type SceneFile } from '../../../src/scene/index.ts';
import { recordRun, run } from '../../../src/sim/index.ts';
import { type Verdict, verify } from '../../../src/verify/index.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';
import { EngineTrial, optionsOf as optionsFor } from '../trial.ts';

export const optionsOf = (scene: Scene, changes: Partial<IpcOptions> = {}): IpcOptions =>
  optionsFor(ipc, scene, changes);

export class Trial extends EngineTrial<IpcOptions> {
  /** Smallest gap that was ever reported [m]. */
  smallestGap = Number.POSITIVE_INFINITY;
  iterations = 0;

  constructor(file: SceneFile | Scene, changes: Partial<IpcOptions> = {}, wantsContacts = false) {
    super(ipc, file, changes, wantsContacts, (scene, options) => ipc.start(scene, options, lonelyContext()));
  }

  protected override note(): void {
    this.smallestGap = Math.min(this.smallestGap, this.value('smallestGap'));
    this.iterations += this.value('iterations');
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
