// Names to numbers, with a fault for each that is taken twice or unknown.

import type { Collector } from './collector.ts';
import { spellingHint } from './spelling-hint.ts';

export class NameTable {
  private readonly numbers = new Map<string, number>();
  private readonly collector: Collector;

  constructor(collector: Collector) {
    this.collector = collector;
  }

  /** @param number  -1 for something that is faulty itself */
  add(name: string, number: number, where: string): void {
    if (this.numbers.has(name)) {
      this.collector.add('the name is taken', `${where}.name`, name, 'give every one a name of its own');
      return;
    }
    this.numbers.set(name, number);
  }

  /** The number of a body, a deformable, or what else is named here; undefined where there is none that can be used. */
  thing(name: string, where: string, what = 'body'): number | undefined {
    const number = this.numbers.get(name);
    if (number === undefined) {
      this.collector.add(
        `there is no ${what} of this name`,
        where,
        name,
        spellingHint(name, [...this.numbers.keys()]),
      );
    }
    return number === undefined || number < 0 ? undefined : number;
  }

  /** The number of a rigid body; those come first. */
  body(name: string, where: string, bodies: number): number | undefined {
    const number = this.thing(name, where);
    if (number === undefined || number < bodies) return number;
    this.collector.add('is deformable', where, name, 'name a rigid body');
    return undefined;
  }
}
