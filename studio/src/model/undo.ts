// Undoing and redoing: states of what is open, before the present one and, once something was undone, after it.

import { computed, signal } from '@preact/signals';

/** Steps that can be taken back. */
const KEPT = 200;

export class Undo<State> {
  private readonly past = signal<readonly State[]>([]);
  private readonly future = signal<readonly State[]>([]);
  readonly canUndo = computed(() => this.past.value.length > 0);
  readonly canRedo = computed(() => this.future.value.length > 0);

  forget(): void {
    this.past.value = [];
    this.future.value = [];
  }

  /** Before something is changed. */
  remember(before: State): void {
    this.past.value = [...this.past.value.slice(1 - KEPT), before];
    this.future.value = [];
  }

  /** @returns what was before, where there is something */
  undo(now: State): State | undefined {
    const before = this.past.value.at(-1);
    if (before === undefined) return undefined;
    this.past.value = this.past.value.slice(0, -1);
    this.future.value = [...this.future.value, now];
    return before;
  }

  /** @returns what was undone last, where there is something */
  redo(now: State): State | undefined {
    const after = this.future.value.at(-1);
    if (after === undefined) return undefined;
    this.future.value = this.future.value.slice(0, -1);
    this.past.value = [...this.past.value, now];
    return after;
  }
}
