// Runs the modal engine on small scenes, for its tests.

import { ModalSimulation, modal } from '../../../src/engines/modal/engine.ts';
import { buildModel } from '../../../src/engines/modal/model.ts';
import type { ModalOptions } from '../../../src/engines/modal/options.ts';
import type { Contact, Frame, StepSink } from '../../../src/record/types.ts';
import type { SceneFile } from '../../../src/scene/builder.ts';
import { FaultError } from '../../../src/scene/fault.ts';
import { resolveScene } from '../../../src/scene/resolve.ts';
import type { Scene } from '../../../src/scene/types.ts';
import type { Simulation } from '../../../src/sim/engine.ts';
import { parseOptions } from '../../../src/sim/options.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { withModes, type WrittenModes } from './synthetic.ts';

const places = new Map(modal.columns.map(({ name }, i) => [name, i]));

export function optionsOf(scene: Scene, changes: Partial<ModalOptions> = {}): ModalOptions {
  const { options, faults } = parseOptions(modal, scene.options);
  if (faults.length > 0) throw new FaultError('options:', faults);
  return { ...options, ...changes };
}

/** A simulation of bodies with modes that are written down. */
export function simulate(
  scene: Scene,
  changes: Partial<ModalOptions>,
  written: Readonly<Record<string, WrittenModes>>,
): Simulation {
  return new ModalSimulation(
    buildModel(scene, optionsOf(scene, changes), withModes(scene, written)),
    lonelyContext(),
  );
}

/** A running simulation with its frame and last report at hand. */
export class Trial {
  readonly scene: Scene;
  readonly simulation: Simulation;
  readonly frame: Frame;
  /** Contacts of the last `to`. */
  readonly contacts: Contact[] = [];
  values: Float64Array = new Float64Array(0);
  /** Largest residual of all. */
  residual = 0;
  private readonly sink: StepSink;

  constructor(
    file: SceneFile | Scene,
    changes: Partial<ModalOptions> = {},
    written: Readonly<Record<string, WrittenModes>> = {},
  ) {
    this.scene = 'meshes' in file ? file : resolveScene(file).scene;
    const options = optionsOf(this.scene, changes);
    const faults = modal.refuse(this.scene, options);
    if (faults.length > 0) throw new FaultError(`"${this.scene.name}" is refused:`, faults);
    this.simulation = simulate(this.scene, changes, written);
    const bodies = this.scene.bodies.length;
    this.frame = {
      time: 0,
      poses: new Float64Array(7 * bodies),
      velocities: new Float64Array(6 * bodies),
      vertices: new Float64Array(0),
    };
    this.sink = {
      wants: { path: false, contacts: true },
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

  velocity(name: string): number[] {
    const at = 6 * this.index(name);
    return [...this.frame.velocities.subarray(at, at + 3)];
  }

  value(column: string): number {
    const place = places.get(column);
    if (place === undefined) throw new Error(`no column "${column}"`);
    return this.values[place];
  }
}
