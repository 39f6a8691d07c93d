// Layers by name to layers by bit, in the order in which the scene first names them; whoever names none is in "default".

import type { Collector } from '../fault/collector.ts';
import { limits } from '../read/limits.ts';

interface Layered {
  readonly layers?: string | readonly string[] | undefined;
  readonly touches?: string | readonly string[] | undefined;
}

export class Layers {
  private readonly collector: Collector;
  private readonly numbers = new Map([['default', 0]]);

  constructor(collector: Collector) {
    this.collector = collector;
  }

  /** What a body or deformable says of its layers, as bits; nothing where it says nothing. */
  of({ layers, touches }: Layered, where: string): { readonly layers?: number; readonly touches?: number } {
    return {
      ...(layers === undefined ? {} : { layers: this.bits(layers, `${where}.layers`) }),
      ...(touches === undefined ? {} : { touches: this.bits(touches, `${where}.touches`) }),
    };
  }

  private bits(names: string | readonly string[], where: string): number {
    let bits = 0;
    for (const name of typeof names === 'string' ? [names] : names) {
      const number = this.numbers.get(name) ?? this.numbers.size;
      if (number >= limits.layers) {
        this.collector.add('there are too many layers', where, name, `keep them below ${limits.layers}`);
        return bits;
      }
      this.numbers.set(name, number);
      bits = (bits | (1 << number)) >>> 0;
    }
    return bits;
  }
}
