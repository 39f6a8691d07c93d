// A running simulation with its clock, frame and last report at hand, for the tests of engines of rigid bodies.

import { type Contact, type Frame, type StepSink, columnAt } from '../../src/record/index.ts';
import { resolveScene, type Scene, type SceneFile } from '../../src/scene/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import { type Engine, parseOptions, type Simulation } from '../../src/sim/index.ts';

/** The engine's options as the scene gives them, defaults elsewhere. */
export function optionsOf<Options extends object>(
  engine: Engine<Options>,
  scene: Scene,
  changes: Partial<Options> = {},
): Options {
  const { options, faults } = parseOptions(engine, scene.options);
  if (faults.length > 0) throw new FaultError('options:', faults);
  return { ...options, ...changes };
}

export class EngineTrial<Options extends object> {
  readonly scene: Scene;
  readonly options: Options;
  readonly simulation: Simulation;
  readonly frame: Frame;
  /** Contacts of the last `to`, where they were asked for. */
  readonly contacts: Contact[] = [];
  values: Float64Array = new Float64Array(0);
  private readonly engine: Engine<Options>;
  private readonly sink: StepSink;

  constructor(
    engine: Engine<Options>,
    file: SceneFile | Scene,
    changes: Partial<Options>,
    wantsContacts: boolean,
    start: (scene: Scene, options: Options) => Simulation,
  ) {
    this.engine = engine;
    this.scene = 'meshes' in file ? file : resolveScene(file).scene;
    this.options = optionsOf(engine, this.scene, changes);
    const faults = engine.refuse(this.scene, this.options);
    if (faults.length > 0) throw new FaultError(`"${this.scene.name}" is refused:`, faults);
    this.simulation = start(this.scene, this.options);
    const bodies = this.scene.bodies.length;
    this.frame = {
      time: 0,
      poses: new Float64Array(7 * bodies),
      velocities: new Float64Array(6 * bodies),
      vertices: new Float64Array(
        this.scene.deformables.reduce((sum, { mesh }) => sum + this.scene.meshes[mesh].positions.length, 0),
      ),
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
    this.simulation.writeFrame(this.frame);
    this.note();
    return this;
  }

  /** What a test wants to remember of every report. */
  protected note(): void {}

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

  value(column: string): number {
    const at = columnAt(this.engine.columns, column);
    if (at < 0) throw new Error(`no column "${column}"`);
    return this.values[at];
  }
}
