// Live sound in the thread of the sound card: core.ts with a port. Clocks there count whole milliseconds, which on average over many
// quanta say how long they take.

import { createArena, type Kernels } from '../../num/kernels/index.ts';
import { LiveCore } from './core.ts';
import type { FromLive, LiveStart, ToLive } from './messages.ts';
import { QUANTUM } from './ring.ts';

/** What the scope of audio worklets has beyond that of workers. */
declare const sampleRate: number;
declare const currentFrame: number;
declare const currentTime: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: LiveStart }) => AudioWorkletProcessor,
): void;

/** Quanta of one measurement. */
const MEASURED = 192;
/** Enough for some thousand bodies. */
const MEMORY = 1 << 25;

class LiveSoundProcessor extends AudioWorkletProcessor {
  private readonly core: LiveCore;
  private isOpen = true;
  private took = 0;
  private quanta = 0;

  constructor({ processorOptions: start }: { processorOptions: LiveStart }) {
    super();
    const arena = createArena({ shared: false, maximumBytes: MEMORY });
    this.core = new LiveCore(start, sampleRate, arena, kernelsOf(start, arena.memory));
    this.port.onmessage = ({ data }: MessageEvent<ToLive>) => this.take(data);
  }

  process(_inputs: readonly Float32Array[][], outputs: readonly Float32Array[][]): boolean {
    const [left, right] = outputs[0];
    const began = Date.now();
    this.core.process(left, right ?? left, currentFrame);
    this.took += Date.now() - began;
    if (++this.quanta === MEASURED) {
      this.core.setLoad((1e-3 * this.took * sampleRate) / (QUANTUM * MEASURED));
      this.took = 0;
      this.quanta = 0;
    }
    return this.isOpen;
  }

  private take(told: ToLive): void {
    if (told.kind === 'contacts') this.core.take(told.numbers, told.base, currentTime);
    else if (told.kind === 'places') this.core.place(told.numbers);
    else if (told.kind === 'listener') this.core.listen(told.pose);
    else if (told.kind === 'close') this.isOpen = false;
    else this.port.postMessage({ kind: 'stats', id: told.id, counts: this.core.counts() } satisfies FromLive);
  }
}

function kernelsOf({ module }: LiveStart, memory: WebAssembly.Memory): Kernels | undefined {
  if (module === undefined) return undefined;
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}

registerProcessor('carom-live-sound', LiveSoundProcessor);
