// Runs the complementarity engine on small scenes, for its tests.

import { lcp } from '../../../src/engines/lcp/engine.ts';
import type { LcpOptions } from '../../../src/engines/lcp/options.ts';
import type { Contact, Frame, StepSink } from '../../../src/record/types.ts';
import type { SceneFile } from '../../../src/scene/builder.ts';
import { FaultError } from '../../../src/scene/fault.ts';
import { resolveScene } from '../../../src/scene/resolve.ts';
import type { Scene } from '../../../src/scene/types.ts';
import type { Simulation } from '../../../src/sim/engine.ts';
import { parseOptions } from '../../../src/sim/options.ts';
import { lonelyContext } from '../../sim/tiny.ts';

export const columnAt = (name: string): number => lcp.columns.findIndex((column) => column.name === name);

/** The engine's options as the scene gives them, defaults elsewhere. */
export function optionsOf(scene: Scene, changes: Partial<LcpOptions> = {}): LcpOptions {
  const { options, faults } = parseOptions(lcp, scene.options);
  if (faults.length > 0) throw new FaultError('options:', faults);
  return { ...options, ...changes };
}

/** A running simulation with its frame and last report at hand. */
export class Trial {
  readonly scene: Scene;
  readonly options: LcpOptions;
  readonly simulation: Simulation;
  readonly frame: Frame;
  /** Contacts of the last `to`, where they were asked for. */
  readonly contacts: Contact[] = [];
  values: Float64Array = new Float64Array(0);
  /** Largest residual, depth and gain of energy that were ever reported, and all failures. */
  residual = 0;
  depth = 0;
  gain = 0;
  failures = 0;
  private readonly sink: StepSink;

  constructor(file: SceneFile | Scene, changes: Partial<LcpOptions> = {}, wantsContacts = false) {
    this.scene = 'meshes' in file ? file : resolveScene(file).scene;
    this.options = optionsOf(this.scene, changes);
    const faults = lcp.refuse(this.scene, this.options);
    if (faults.length > 0) throw new FaultError(`"${this.scene.name}" is refused:`, faults);
    this.simulation = lcp.start(this.scene, this.options, lonelyContext());
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
    this.residual = Math.max(this.residual, this.value('residual'));
    this.depth = Math.max(this.depth, this.value('depth'));
    this.gain = Math.max(this.gain, this.value('largestGain'));
    this.failures += this.value('failures');
    this.simulation.writeFrame(this.frame);
    return this;
  }

  /** To the end of so many steps from the start. */
  toStep(steps: number): this {
    return this.to(steps * this.options.timeStep);
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

  velocity(name: string): number[] {
    const at = 6 * this.index(name);
    return [...this.frame.velocities.subarray(at, at + 3)];
  }

  spin(name: string): number[] {
    const at = 6 * this.index(name) + 3;
    return [...this.frame.velocities.subarray(at, at + 3)];
  }

  value(column: string): number {
    return this.values[columnAt(column)];
  }
}
