// A simulation in a worker of the page: frames come as they are made, inputs go in while it runs, and what is
// recorded so far can be read, stored, and gone on with after a reload.
//
//   const live = await startLive({ scene });
//   live.on('frame', (record) => draw(record.frame));
//   live.on('bytes', (bytes, offset) => store(bytes, offset));
//   live.drag(2, [0, 0, 0], [0, 1, 0]);
//   const end = await live.done;                         // { ended: 'finished' }
//   const hash = await contentHash(await live.recording()); // that of `carom run`

import {
  type Bending,
  blobSource,
  type ByteSource,
  cachedSource,
  type Frame,
  type FrameRecord,
  type Input,
  type Knots,
  type OptionValues,
  type Recording,
  type State,
  type Turns,
  type VertexKnots,
} from '../record/index.ts';
import type { Fault } from '../scene/fault/index.ts';
import type { SceneFile } from '../scene/schema/index.ts';
import type { EngineChoice, Pose, Scene, Vec3 } from '../scene/index.ts';
import type { Complaint } from '../sim/index.ts';
import type { FromWorker, LiveEnd, LiveInput, Started, StartMessage, ToWorker } from './messages.ts';
import { type LiveThread, openThread, type WorkerChoice } from './thread.ts';

/** What `startLive` may be told beside what to simulate. */
export type LiveChoices = EngineChoice & LiveRest;

interface LiveRest {
  /** Mesh files that a scene file names, by their paths in it. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  /** Of the random numbers, instead of the scene's own. */
  readonly seed?: number;
  /** Instead of the scene's own [s]. */
  readonly duration?: number;
  /**
   * Things that touch, or overlap by up to this part of the thinner one's smallest extent, are moved apart at the start; a
   * thousandth unless said. False: they are refused.
   */
  readonly hair?: number | false;
  /** At most so many; one on a page that is not cross-origin isolated. The result is the same. */
  readonly threads?: number;
  /** Instead of the one at the scene's duration. */
  readonly lastFrame?: number;
  /** Applied at the first frame boundary at or after their times: what an earlier run logged replays it. */
  readonly inputs?: readonly Input[];
  /**
   * How many frames it may be ahead of the one that was last said to be `played`; without it, it runs freely.
   * Small for what people touch, since an input takes effect behind the frames that are made already.
   */
  readonly ahead?: number;
  /** False: nothing is recorded, and only the last frame can be read; true unless said. */
  readonly recorded?: boolean;
  /** Wait for `resume()` after the first frame. */
  readonly paused?: boolean;
  /**
   * A worker of one's own that calls `serveLive` (carom/live/serve), for engines of one's own; false: no worker, the
   * page itself makes the frames, between which it breathes. Without it the package's own, or where that cannot be
   * had the page itself, with a warning.
   */
  readonly worker?: WorkerChoice;
}

/** What to simulate: a scene file (as JSON text, parsed, or from `defineScene`), a resolved scene, or the rest of a recording. */
export type LiveStart = LiveChoices &
  (
    | {
        /** What to simulate. */
        readonly scene: SceneFile | Scene | string;
        readonly resume?: undefined;
      }
    | {
        /** The recording to go on with. */
        readonly resume: Blob | Uint8Array<ArrayBuffer>;
        readonly scene?: undefined;
      }
  );

/** What can be listened to. */
export interface LiveEvents {
  /** A frame was made. */
  frame: (record: FrameRecord) => void;
  /** The next bytes of the recording, which belong at `offset`; what stands there or behind it is void. */
  bytes: (bytes: Uint8Array<ArrayBuffer>, offset: number) => void;
  /** An input that the engine could not take; the run goes on without it. */
  unapplied: (input: LiveInput, faults: readonly Fault[]) => void;
  /** What the engine did worse than asked in the frame that comes next; the run goes on. */
  complaint: (complaint: Complaint) => void;
  /** It was paused, or goes on. */
  paused: (paused: boolean) => void;
}

/**
 * Resolves when the first frame is about to be made.
 * @throws FaultError where the scene, the engine or the options are wrong
 */
export async function startLive(start: LiveStart): Promise<Live> {
  const recording = start.resume && asBlob(start.resume);
  const stop = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : undefined;
  const message: StartMessage = {
    kind: 'start',
    scene: start.scene,
    recording,
    files: start.files ?? {},
    engine: start.engine,
    options: (start.options ?? {}) as OptionValues,
    seed: start.seed,
    hair: start.hair,
    duration: start.duration,
    threads: start.threads ?? defaultThreads(),
    lastFrame: start.lastFrame,
    inputs: start.inputs ?? [],
    allowed: start.ahead ?? Number.POSITIVE_INFINITY,
    paused: start.paused ?? false,
    recorded: start.recorded ?? true,
    stop,
  };
  const { thread, started } = await openThread(start.worker, message);
  return new Live(thread, started, {
    before: recording,
    paused: message.paused,
    recorded: message.recorded,
    ahead: start.ahead,
    stop,
  });
}

interface LiveSettings {
  /** The recording that is gone on with. */
  readonly before: Blob | undefined;
  readonly paused: boolean;
  readonly recorded: boolean;
  readonly ahead: number | undefined;
  readonly stop: SharedArrayBuffer | undefined;
}

/** Read at once from the recording so far. */
const BLOCK_BYTES = 1 << 16;

/** A simulation in a worker of the page. */
export class Live {
  /** What is simulated. */
  readonly scene: Scene;
  /** What was known when it started. */
  readonly started: Started;
  /** How it ends. */
  readonly done: Promise<LiveEnd>;
  private readonly thread: LiveThread;
  private readonly stop: SharedArrayBuffer | undefined;
  private readonly ahead: number | undefined;
  private readonly listeners: { [Kind in keyof LiveEvents]: Set<LiveEvents[Kind]> } = {
    frame: new Set(),
    bytes: new Set(),
    unapplied: new Set(),
    complaint: new Set(),
    paused: new Set(),
  };
  /** Frames that are not in `parts` yet, by number. */
  private readonly pending = new Map<number, FrameRecord>();
  /** Questions for the state, by number. */
  private readonly snapshots = new Map<number, (state: State) => void>();
  private asked = 0;
  private readonly parts: Blob[];
  private opened: { readonly parts: number; readonly recording: Promise<Recording> } | undefined;
  private made: number;
  private isPaused: boolean;
  private readonly isRecorded: boolean;
  private end: LiveEnd | undefined;
  private finish: (end: LiveEnd) => void = () => {};
  private firstBytes: () => void = () => {};
  private readonly hasBytes: Promise<void>;

  /** Made by `startLive`. */
  constructor(thread: LiveThread, started: Started, { before, paused, recorded, ahead, stop }: LiveSettings) {
    this.thread = thread;
    this.started = started;
    this.scene = started.scene;
    this.isRecorded = recorded;
    this.stop = stop;
    this.isPaused = paused;
    this.ahead = ahead;
    this.made = started.firstFrame;
    this.parts = before ? [before.slice(0, started.offset)] : [];
    this.hasBytes = new Promise((resolve) => {
      if (before) resolve();
      else this.firstBytes = resolve;
    });
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
    thread.listen(
      (message) => this.hear(message),
      (what) => this.close({ ended: 'failed', what: `the worker failed: ${what}`, faults: [] }),
    );
    if (ahead !== undefined) this.played(started.firstFrame);
  }

  /** How bodies bend; undefined where none does. */
  async bending(): Promise<Bending | undefined> {
    return this.started.bending;
  }

  /** How many frames there are. */
  get frameCount(): number {
    return this.made;
  }

  /** Whether it waits for `resume()`. */
  get paused(): boolean {
    return this.isPaused;
  }

  /** How it ended; undefined while it runs. */
  get ended(): LiveEnd | undefined {
    return this.end;
  }

  /** Returns what ends the listening. */
  on<Kind extends keyof LiveEvents>(kind: Kind, listener: LiveEvents[Kind]): () => void {
    this.listeners[kind].add(listener);
    return () => this.listeners[kind].delete(listener);
  }

  /** After the frame that is being made; everything made so far is then committed. */
  pause(): void {
    this.setPaused(true);
  }

  /** Goes on after a pause. */
  resume(): void {
    this.setPaused(false);
  }

  /** Ends the run at the next safe moment; its recording can be gone on with. */
  cancel(): void {
    if (this.stop) Atomics.store(new Int32Array(this.stop), 0, 1);
    this.send({ kind: 'cancel' });
  }

  /** Ends it at once; frames that were not committed are not in the recording. */
  kill(): void {
    this.close({ ended: 'cancelled' });
  }

  /** Takes effect at the next frame that is begun, and is logged there. */
  apply(input: LiveInput): void {
    this.send({ kind: 'apply', input });
  }

  /**
   * Draws a body towards a point as by a damped spring, until `letGo`.
   * @param point   where it is held, body coordinates [m]
   * @param target  where that point is drawn to, in the scene's world [m]
   */
  drag(body: number, point: Vec3, target: Vec3): void {
    this.apply({ kind: 'drag', target: body, values: [...point, ...target] });
  }

  /** Ends a drag. */
  letGo(body: number): void {
    this.apply({ kind: 'drag', target: body, values: [] });
  }

  /**
   * Pushes a body at once.
   * @param impulse  [N s], world axes
   * @param point    where it acts, body coordinates [m]
   */
  impulse(body: number, impulse: Vec3, point: Vec3 = [0, 0, 0]): void {
    this.apply({ kind: 'impulse', target: body, values: [...impulse, 0, 0, 0, ...point] });
  }

  /** Linear [m/s] and angular velocity [rad/s], world axes. */
  setVelocity(body: number, linear: Vec3, angular: Vec3 = [0, 0, 0]): void {
    this.apply({ kind: 'velocity', target: body, values: [...linear, ...angular] });
  }

  /** Puts a body elsewhere; its velocities stay. */
  put(body: number, { position, orientation }: Pose): void {
    this.apply({ kind: 'pose', target: body, values: [...position, ...orientation] });
  }

  /** A body that was not there is: where and as fast as it was left, or where and as fast as is said. */
  enable(body: number, pose?: Pose, linear?: Vec3, angular?: Vec3): void {
    const place = pose ? [...pose.position, ...pose.orientation] : [];
    const motion = pose && (linear || angular) ? [...(linear ?? [0, 0, 0]), ...(angular ?? [0, 0, 0])] : [];
    this.apply({ kind: 'enable', target: body, values: [...place, ...motion] });
  }

  /** It is not there from now on, and touches nothing, until it is enabled. */
  disable(body: number): void {
    this.apply({ kind: 'disable', target: body, values: [] });
  }

  /** The state after the frame that was made last: what `rewind` goes back to. */
  snapshot(): Promise<State> {
    const id = this.asked++;
    this.send({ kind: 'snapshot', id });
    return new Promise((resolve, reject) => {
      this.snapshots.set(id, resolve);
      void this.done.then(() => reject(new Error('the simulation has ended')));
    });
  }

  /** Goes on behind a frame whose state is given; what is made from now on is not in the recording. */
  rewind(state: State, frame: number): void {
    this.send({ kind: 'rewind', state, frame, allowed: frame + (this.ahead ?? Number.POSITIVE_INFINITY) });
    this.pending.clear();
    this.made = frame + 1;
  }

  /** Says that this frame was shown, so that a run with a limit of `ahead` may go on. */
  played(frame: number): void {
    if (this.ahead !== undefined) this.send({ kind: 'allow', frame: frame + this.ahead });
  }

  /** Any frame so far. */
  async frame(index: number): Promise<Frame> {
    return this.pending.get(index)?.frame ?? (await this.recordingWith(index)).frame(index);
  }

  /** The knots since the frame before. */
  async path(index: number): Promise<Knots> {
    return this.pending.get(index)?.path ?? (await this.recordingWith(index)).path(index);
  }

  /** The turns of vertices since the frame before. */
  async turns(index: number): Promise<Turns> {
    return this.pending.get(index)?.turns ?? (await this.recordingWith(index)).turns(index);
  }

  /** The knots of deformables that move together, since the frame before. */
  async vertexKnots(index: number): Promise<readonly VertexKnots[]> {
    const pending = this.pending.get(index);
    return pending ? (pending.vertexKnots ?? []) : (await this.recordingWith(index)).vertexKnots(index);
  }

  /** What is committed, to be read; the whole run once it has ended. */
  async recording(): Promise<Recording> {
    await this.hasBytes;
    if (this.opened?.parts !== this.parts.length) {
      const source = cachedSource(blobSource(this.blob()), BLOCK_BYTES);
      this.opened = { parts: this.parts.length, recording: readLate(source) };
    }
    return this.opened.recording;
  }

  /** The bytes of what is committed: a .carom file. */
  blob(): Blob {
    return new Blob(this.parts, { type: 'application/octet-stream' });
  }

  /** Opening a long recording that is not closed takes a while, so one that has the frame already will do. */
  private async recordingWith(index: number): Promise<Recording> {
    const opened = await this.opened?.recording;
    return opened && index < opened.frameCount ? opened : this.recording();
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case 'frame': {
        const { record } = message;
        if (!this.isRecorded) this.pending.clear();
        this.pending.set(record.index, record);
        this.made = record.index + 1;
        for (const listener of this.listeners.frame) listener(record);
        break;
      }
      case 'bytes': {
        const { bytes, offset, frames } = message;
        this.parts.push(new Blob([bytes]));
        for (const index of [...this.pending.keys()]) if (index < frames) this.pending.delete(index);
        if (frames > 0) this.firstBytes();
        for (const listener of this.listeners.bytes) listener(bytes, offset);
        break;
      }
      case 'snapshot':
        this.snapshots.get(message.id)?.(message.state);
        this.snapshots.delete(message.id);
        break;
      case 'unapplied':
        for (const listener of this.listeners.unapplied) listener(message.input, message.faults);
        break;
      case 'complaint':
        for (const listener of this.listeners.complaint) listener(message.complaint);
        break;
      case 'ended':
        this.close(message.end);
        break;
      case 'refused': {
        const { message: what, fields } = message.error;
        this.close({
          ended: 'failed',
          what,
          faults: (fields['faults'] as readonly Fault[] | undefined) ?? [],
        });
        break;
      }
      case 'started':
        break;
    }
  }

  private setPaused(paused: boolean): void {
    if (paused === this.isPaused || this.end) return;
    this.isPaused = paused;
    this.send({ kind: paused ? 'pause' : 'resume' });
    for (const listener of this.listeners.paused) listener(paused);
  }

  private send(message: ToWorker): void {
    if (!this.end) this.thread.send(message);
  }

  private close(end: LiveEnd): void {
    if (this.end) return;
    this.end = end;
    this.thread.end();
    this.firstBytes(); // or there are none, and then opening them says so
    this.finish(end);
  }
}

/** What reads recordings is loaded when the first is read. */
async function readLate(source: ByteSource): Promise<Recording> {
  const { openRecording } = await import('../record/recording.ts');
  return openRecording(source);
}

/** One is left for the page. */
function defaultThreads(): number {
  return Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1);
}

function asBlob(bytes: Blob | Uint8Array<ArrayBuffer>): Blob {
  return bytes instanceof Blob ? bytes : new Blob([bytes]);
}
