// Gathers faults and notes while a scene is read, so that a person sees all of them at once.

import { MeshError } from '../../geometry/index.ts';
import { type Fault, FaultError } from './fault.ts';
import { limits } from '../read/limits.ts';
import { show } from './place.ts';

export class Collector {
  readonly faults: Fault[] = [];
  /** Things worth knowing that are not wrong: sizes of meshes, repairs, words that were passed over. */
  readonly notes: string[] = [];
  private beyond = 0;

  add(what: string, where: string, value: unknown, remedy: string): void {
    this.addFault(
      value === undefined ? { what, where, remedy } : { what, where, value: show(value), remedy },
    );
  }

  addFault(fault: Fault): void {
    if (this.faults.length < limits.faults) this.faults.push(fault);
    else this.beyond++;
  }

  /** Runs a step; what is wrong with its mesh becomes a fault at the given place. */
  attempt<T>(where: string, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof MeshError)) throw error;
      this.addFault({
        what: error.what,
        where: `${where}: ${error.where}`,
        ...(error.value === '' ? {} : { value: error.value }),
        remedy: error.remedy,
      });
      return undefined;
    }
  }

  note(text: string): void {
    if (this.notes.length < limits.faults) this.notes.push(text);
  }

  throwIfAny(about: string): void {
    if (this.faults.length === 0) return;
    if (this.beyond > 0) {
      this.faults.push({
        what: `${this.beyond} more faults`,
        where: 'the scene',
        remedy: 'put these right first',
      });
    }
    throw new FaultError(about, this.faults);
  }
}
