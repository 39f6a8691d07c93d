// The worker's side of a simulation in a page: starts it, makes frames as far as it may, hears inputs between
// frames, and hands on every frame and every committed byte.
//
// Bits: the same `run` and the same writer as on the command line, so the same recording. An input takes effect at
// the boundary of the frame that is made next and is logged there; replayed from the log it takes effect at the
// same boundary again.

import { type Catalog, catalog } from '../catalog/index.ts';
import { ArenaFull, createArena } from '../num/kernels/index.ts';
import type { Bending, FrameRecord, Input, State } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import {
  columnsOf,
  promiseOf,
  type Context,
  copyState,
  createWebPool,
  frameTime,
  packError,
  recordRun,
  restoreState,
  run,
  type Simulation,
  StepError,
  Stopped,
  withAppliedInputs,
  type WorkPool,
} from '../sim/index.ts';
import type { FromWorker, LiveEnd, LiveInput, StartMessage, ToWorker } from './messages.ts';
import { type Prepared, prepare } from './prepare.ts';

export { type Catalog, catalog, entryOf } from '../catalog/index.ts';

/** The port of a worker, as `self` in it is. */
export interface LivePort {
  /** Sends to the page. */
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  /** Hears the page. */
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

/**
 * Serves one simulation over a worker's own port. A worker with engines of one's own:
 *
 *   import { catalog, entryOf, serveLive } from 'carom/live/serve';
 *   serveLive(self, { ...catalog, mine: entryOf(myEngine) });
 */
export function serveLive(port: LivePort, engines: Catalog = catalog): void {
  let served: Served | undefined;
  port.onmessage = ({ data }) => {
    if (data.kind !== 'start') served?.hear(data);
    else if (!served) {
      served = new Served(port, data);
      void served.serve(engines);
    }
  };
}

class Served {
  private readonly port: LivePort;
  private readonly start: StartMessage;
  private readonly stopCell: Int32Array | undefined;
  /** Not applied yet, in the order in which they came. */
  private waiting: LiveInput[] = [];
  private scripted: readonly Input[];
  private allowed: number;
  private paused: boolean;
  private cancelled = false;
  private simulation: Simulation | undefined;
  /** The frame that is made next. */
  private next = 0;
  private isRewound = false;
  /** The first frame is always made: without one there would be nothing to go on from. */
  private hasFrame = false;
  private wake: () => void = () => {};

  constructor(port: LivePort, start: StartMessage) {
    this.port = port;
    this.start = start;
    this.stopCell = start.stop && new Int32Array(start.stop);
    this.scripted = [...start.inputs].sort((a, b) => a.time - b.time);
    this.allowed = start.allowed;
    this.paused = start.paused;
  }

  hear(message: Exclude<ToWorker, StartMessage>): void {
    switch (message.kind) {
      case 'apply':
        this.waiting.push(message.input);
        break;
      case 'allow':
        this.allowed = message.frame;
        break;
      case 'pause':
        this.paused = true;
        break;
      case 'resume':
        this.paused = false;
        break;
      case 'cancel':
        this.cancelled = true;
        break;
      case 'snapshot':
        this.tellSnapshot(message.id);
        break;
      case 'rewind':
        this.rewind(message.state, message.frame);
        this.allowed = message.allowed;
        break;
    }
    this.wake();
  }

  async serve(engines: Catalog): Promise<void> {
    let pool: WorkPool | undefined;
    try {
      const prepared = await prepare(this.start, engines);
      const arena = createArena();
      pool = await createWebPool({ arena, threads: this.start.threads });
      const context: Context = { arena, pool, stop: () => this.mustStop(), progress: () => {} };
      const simulation = prepared.engine.start(prepared.scene, prepared.options, context);
      if (prepared.snapshot) restoreState(simulation, prepared.snapshot);
      this.simulation = simulation;
      this.tellStart(prepared, pool.threads, simulation.bending);
      await this.makeFrames(prepared, simulation);
    } catch (error) {
      this.tellRefusal(error);
    } finally {
      pool?.close();
    }
  }

  private async makeFrames(prepared: Prepared, simulation: Simulation): Promise<void> {
    const { scene, engine, firstFrame, lastFrame, frameRateHz, keeps, writer } = prepared;
    this.dropPast(firstFrame, frameRateHz);
    const frames = (from: number) =>
      run(withAppliedInputs(simulation), {
        scene,
        reportColumns: columnsOf(engine, scene).length,
        firstFrame: from,
        lastFrame,
        frameRateHz,
        wants: keeps,
        inputs: (_, time) => this.applyInputs(simulation, time),
        heard: (complaint) => this.port.postMessage({ kind: 'complaint', complaint }),
      });
    let recorded = this.start.recorded
      ? recordRun(simulation, frames(firstFrame), writer)
      : frames(firstFrame);
    let end: LiveEnd = { ended: 'finished' };
    let begun = false;
    this.hasFrame = firstFrame > 0;
    this.next = firstFrame;
    try {
      while (this.next <= lastFrame) {
        if (!(await this.turn(prepared, simulation))) {
          end = { ended: 'cancelled' };
          break;
        }
        if (this.isRewound) {
          recorded.return();
          recorded = frames(this.next);
          this.isRewound = false;
        }
        begun = true;
        const { value } = recorded.next();
        this.hasFrame = true;
        this.next++;
        this.port.postMessage({ kind: 'frame', record: value as FrameRecord });
        this.tellBytes(prepared);
      }
      if (begun) recorded.return();
      else writer.close();
    } catch (error) {
      end = endBy(error);
    }
    this.tellBytes(prepared);
    this.port.postMessage({ kind: 'ended', end });
  }

  /** Waits until the next frame may be made; false where the run is to end instead. */
  private async turn(prepared: Prepared, simulation: Simulation): Promise<boolean> {
    await messagesHeard();
    while (this.hasFrame && !this.cancelled && (this.paused || this.next > this.allowed)) {
      // Whoever pauses may close the page.
      if (this.paused && prepared.writer.pendingFrames > 0) {
        prepared.writer.commit(copyState(simulation.state));
        this.tellBytes(prepared);
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return !(this.cancelled && this.hasFrame);
  }

  /** Applies what came since the frame before; gives back what the engine took, to be logged. */
  private applyInputs(simulation: Simulation, time: number): Input[] {
    let due = 0;
    while (due < this.scripted.length && this.scripted[due].time <= time) due++;
    const wanted = [...this.scripted.slice(0, due), ...this.waiting];
    this.scripted = this.scripted.slice(due);
    this.waiting = [];
    return wanted.flatMap((one) => {
      const input: Input = { time, kind: one.kind, target: one.target, values: [...one.values] };
      try {
        simulation.apply(input);
        return [input];
      } catch (error) {
        if (!(error instanceof FaultError)) throw error;
        this.port.postMessage({ kind: 'unapplied', input, faults: error.faults });
        return [];
      }
    });
  }

  /** A run that goes on has had the inputs before its frames; those due at its last frame are still to come. */
  private dropPast(firstFrame: number, frameRateHz: number): void {
    if (firstFrame < 2) return;
    const past = frameTime(firstFrame - 2, frameRateHz);
    this.scripted = this.scripted.filter(({ time }) => time > past);
  }

  /** Messages are heard between frames only, and inputs are applied when the next one begins. */
  private tellSnapshot(id: number): void {
    if (this.simulation)
      this.port.postMessage({ kind: 'snapshot', id, state: copyState(this.simulation.state) });
  }

  private rewind(state: State, frame: number): void {
    if (this.simulation === undefined) return;
    restoreState(this.simulation, state);
    this.waiting = [];
    this.next = frame + 1;
    this.isRewound = true;
  }

  private mustStop(): boolean {
    return (
      this.hasFrame &&
      (this.cancelled || (this.stopCell !== undefined && Atomics.load(this.stopCell, 0) !== 0))
    );
  }

  private tellStart({ notes, apart, ...prepared }: Prepared, threads: number, bending?: Bending): void {
    const { scene, engine, options, firstFrame, lastFrame, frameRateHz, sink } = prepared;
    this.port.postMessage({
      kind: 'started',
      started: {
        scene,
        notes,
        apart,
        engine: engine.id,
        options,
        promise: promiseOf(engine, scene, options),
        columns: columnsOf(engine, scene),
        threads,
        firstFrame,
        lastFrame,
        frameRateHz,
        offset: sink.offset,
        ...(bending ? { bending } : {}),
      },
    });
  }

  private tellBytes({ sink, writer }: Prepared): void {
    const { offset } = sink;
    const bytes = sink.take();
    if (bytes.length === 0) return;
    const frames = writer.nextFrame - writer.pendingFrames;
    this.port.postMessage({ kind: 'bytes', bytes, offset, frames }, [bytes.buffer]);
  }

  private tellRefusal(error: unknown): void {
    this.port.postMessage({ kind: 'refused', error: packError(error) });
  }
}

function endBy(error: unknown): LiveEnd {
  if (error instanceof Stopped) return { ended: 'cancelled' };
  if (error instanceof StepError)
    return { ended: 'failed', what: error.message, time: error.time, faults: error.faults };
  const faults = error instanceof FaultError ? error.faults : [];
  return { ended: 'failed', what: sentenceOf(error), faults };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ArenaFull) return error.message;
  return error instanceof Error ? error.message : String(error);
}

/** Messages that have arrived are heard before this resolves: it takes its turn behind them. */
function messagesHeard(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
