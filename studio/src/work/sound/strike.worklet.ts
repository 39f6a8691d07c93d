// Rings struck bodies in the thread of the sound card.

import { Ringer } from './ringer.ts';
import type { ToWorklet } from './messages.ts';

/** What the scope of audio worklets has beyond that of workers. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

class StrikeProcessor extends AudioWorkletProcessor {
  private readonly ringers = new Map<string, Ringer>();

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => this.take(data);
  }

  private take(told: ToWorklet): void {
    if (told.kind === 'hush') {
      for (const ringer of this.ringers.values()) ringer.hush();
      return;
    }
    if (told.kind === 'body')
      this.ringers.set(told.body, new Ringer(told.omegas, told.rates, 1 / sampleRate));
    const ringer = this.ringers.get(told.body);
    if (told.kind === 'strike') ringer?.strike(told.forces, told.length);
    else ringer?.hear(told.re, told.im);
  }

  process(_inputs: readonly Float32Array[][], outputs: readonly Float32Array[][]): boolean {
    const out = outputs[0][0];
    if (out) for (const ringer of this.ringers.values()) ringer.addTo(out);
    return true;
  }
}

registerProcessor('strike', StrikeProcessor);
