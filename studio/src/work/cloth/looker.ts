// Runs a scene once more, as far as any moment, and tells what the engine knows about contacts there. The motion is that of
// the film, bit for bit, with everything that was logged; states of frames are kept for going back.

import { asynchronous, type SeenContacts } from '../../../../src/engines/async/index.ts';
import { createArena } from '../../../../src/num/kernels/index.ts';
import type { Input, State } from '../../../../src/record/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import {
  Collector,
  copyState,
  frameTime,
  hashState,
  oneThread,
  parseOptions,
  restoreState,
  type Simulation,
} from '../../../../src/sim/index.ts';

const MOST_PAIRS = 80;
/** States that are kept; every other one is let go where there are more. */
const MOST_KEPT = 64;

export class Looker {
  private readonly simulation: Simulation & { inspect(most: number): SeenContacts };
  private readonly scene: Scene;
  private readonly inputs: readonly Input[];
  private kept = new Map<number, State>();
  private every = 1;
  /** The last frame that was passed, and where it stands [s]. */
  private frame = 0;
  private time = 0;

  constructor(scene: Scene, inputs: readonly Input[]) {
    // However contacts were found, the motion is the same; slabs are there only with certificates.
    const { options } = parseOptions(asynchronous, { ...scene.options, detection: 'certificates' });
    const arena = createArena();
    const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
    this.simulation = asynchronous.start(scene, options, context) as typeof this.simulation;
    this.scene = scene;
    this.inputs = inputs;
    this.advance(0);
    this.keep();
    this.applyInputs(0);
  }

  /** One frame nearer to a time, or there; false where it is not there yet. */
  goTowards(time: number): boolean {
    if (time < this.time) this.goBack(time);
    const next = frameTime(this.frame + 1, this.scene.frameRateHz);
    if (next > time) {
      this.advance(time);
      return true;
    }
    this.advance(next);
    this.frame++;
    this.keep();
    this.applyInputs(next);
    return next === time;
  }

  see(): SeenContacts {
    return this.simulation.inspect(MOST_PAIRS);
  }

  get now(): number {
    return this.time;
  }

  /** Of the whole state. */
  hash(): string {
    return hashState(this.simulation.state);
  }

  private advance(time: number): void {
    this.simulation.advance(time, new Collector({ path: false, contacts: false }, true));
    this.time = time;
  }

  /** They were applied where a frame began. */
  private applyInputs(time: number): void {
    for (const input of this.inputs) if (input.time === time) this.simulation.apply(input);
  }

  private keep(): void {
    if (this.frame % this.every !== 0 || this.kept.has(this.frame)) return;
    this.kept.set(this.frame, copyState(this.simulation.state));
    if (this.kept.size <= MOST_KEPT) return;
    this.every *= 2;
    for (const frame of this.kept.keys()) if (frame % this.every !== 0) this.kept.delete(frame);
  }

  private goBack(time: number): void {
    const { frameRateHz } = this.scene;
    const frame = Math.max(0, ...[...this.kept.keys()].filter((one) => frameTime(one, frameRateHz) <= time));
    restoreState(this.simulation, this.kept.get(frame) as State);
    this.frame = frame;
    this.time = frameTime(frame, frameRateHz);
    this.applyInputs(this.time);
  }
}
