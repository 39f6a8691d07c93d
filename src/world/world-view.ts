// A world that runs, in this thread or in a worker: what it is, what can be read of it, and what goes into it.

import type {
  Bending,
  ContactRows,
  Frame,
  FrameRecord,
  Guarantee,
  Input,
  OptionValues,
} from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import type { Complaint, Complaints } from '../sim/index.ts';
import { Happenings, type WorldEvents } from './events.ts';
import { Instant } from './instant.ts';
import { indexNamed } from './names.ts';
import { WorldBody } from './world-body.ts';

/** Something from outside; when it takes effect is decided, and logged, at the next step. */
export type WorldInput = Omit<Input, 'time'>;

/** What is known of a world when it has started. */
export interface WorldFacts {
  readonly scene: Scene;
  /** Sizes of meshes that were read, repairs, and words that were passed over. */
  readonly notes: readonly string[];
  /** The engine that runs it, and all of its options. */
  readonly engine: string;
  readonly options: OptionValues;
  /** What the engine promises of intersections. */
  readonly promise: Guarantee;
  readonly bending: Bending | undefined;
}

/** What `World` and `WorkerWorld` have in common. */
export abstract class WorldView extends Instant {
  /** What there is. */
  readonly scene: Scene;
  /** Sizes of meshes that were read, repairs, and words that were passed over. */
  readonly notes: readonly string[];
  /** The engine that runs it. */
  readonly engine: string;
  /** All of its options. */
  readonly options: OptionValues;
  /** What the engine promises of intersections. */
  readonly promise: Guarantee;
  /** All bodies, in the order of the scene. */
  readonly bodies: readonly WorldBody[];
  protected readonly bending: Bending | undefined;
  /** The last frame, and what led there. */
  protected last: FrameRecord;
  protected happenings: Happenings;
  protected readonly heard: Complaints;

  constructor(
    { scene, notes, engine, options, promise, bending }: WorldFacts,
    first: FrameRecord,
    heard: Complaints,
  ) {
    super();
    this.heard = heard;
    this.scene = scene;
    this.notes = notes;
    this.engine = engine;
    this.options = options;
    this.promise = promise;
    this.bending = bending;
    this.last = first;
    this.bodies = scene.bodies.map((_, index) => new WorldBody(this, index));
    this.happenings = new Happenings(scene);
    this.happenings.take(first, () => this.query());
  }

  /** Something from outside (docs/inputs.md), by number. */
  abstract apply(input: WorldInput): void;

  get frame(): Frame {
    return this.last.frame;
  }

  /** The last frame with all that led there: path, contacts, reactions, the engine's report. */
  get record(): FrameRecord {
    return this.last;
  }

  /**
   * What the engine did worse than asked in all steps so far, one of each kind with how often and the worst of it: solves that
   * missed their tolerance, energy from nowhere.
   */
  get complaints(): readonly Complaint[] {
    return this.heard.list;
  }

  /** How many steps have been made: the number of the frame. */
  get index(): number {
    return this.last.index;
  }

  /** The length of a step [s]: one frame. The engine takes as many steps of its own as it needs. */
  get timeStep(): number {
    return 1 / this.scene.frameRateHz;
  }

  override body(name: string): WorldBody {
    return this.bodies[indexNamed(this.scene.bodies, name, 'body')];
  }

  /** Names of what touches a body or deformable now; of a sensor, of what is in it. */
  touching(name: string): string[] {
    return this.happenings.with(name);
  }

  /** Sets what the motor of a joint aims at [rad/s or m/s, rad or m], and its largest force where wanted [N m or N]. */
  setMotor(joint: string, target: number, maxForce?: number): void {
    const values = maxForce === undefined ? [target] : [target, maxForce];
    this.apply({ kind: 'motor', target: indexNamed(this.scene.joints, joint, 'joint'), values });
  }

  /** Sets a parameter of the scene. */
  setParameter(name: string, value: number): void {
    const target = indexNamed(this.scene.parameters, name, 'parameter');
    this.apply({ kind: 'parameter', target, values: [value] });
  }

  protected get contactRows(): ContactRows {
    return this.last.contacts;
  }

  /** Goes on to a frame. */
  protected arrive(record: FrameRecord): WorldEvents {
    this.last = record;
    return this.happenings.take(record, () => this.query());
  }

  /** How many frames there are to the last one at or before a time [s]; none where it is in the past. */
  protected framesUntil(time: number): number {
    // A time such as 0.1 s at 30 Hz means frame 3 although 0.1 × 30 rounds to 3.0000000000000004.
    const frame = Math.floor(time * this.scene.frameRateHz * (1 + 1e-12) + 1e-9);
    return Math.max(0, frame - this.index);
  }
}
