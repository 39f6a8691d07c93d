// Keeps the recording of a run in this browser as it is committed, one write after the other.

import { complain } from '../model/complaints.ts';
import { replaceParts, type RunState, type StoredRun, savePart, saveRun } from '../model/store.ts';

export class RunKeeper {
  private run: StoredRun;
  private parts = 0;
  private writing: Promise<unknown> = Promise.resolve();
  private failed = false;

  /** @param before what of an earlier recording still counts */
  constructor(run: StoredRun, before: Blob | undefined) {
    this.run = run;
    const parts = before === undefined ? [] : [before];
    this.parts = parts.length;
    this.queue(async () => {
      await replaceParts(run.place, parts);
      await saveRun(run);
    });
  }

  add(bytes: Uint8Array<ArrayBuffer>): void {
    const number = this.parts++;
    const blob = new Blob([bytes]);
    this.queue(() => savePart(this.run.place, number, blob));
  }

  say(state: RunState): void {
    this.run = { ...this.run, state, changed: Date.now() };
    const { run } = this;
    this.queue(() => saveRun(run));
  }

  /** Resolves when everything so far is on disk. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private queue(write: () => Promise<void>): void {
    this.writing = this.writing.then(async () => {
      if (this.failed) return;
      try {
        await write();
      } catch (error) {
        // The run itself goes on: it is only not there after a reload.
        this.failed = true;
        complain(error);
      }
    });
  }
}
