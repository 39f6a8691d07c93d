// Keeps the recording of a run in this browser as it is committed. One write at a time; what comes meanwhile goes into
// the next one together, so that a fast run never waits for a slow disk.

import { complain } from '../model/complaints.ts';
import { beginRun, type RunState, type StoredRun, saveRun } from '../model/store.ts';

export class RunKeeper {
  private run: StoredRun;
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private parts: number;
  private isChanged = false;
  private failed = false;
  private writing: Promise<void>;

  /** @param before what of an earlier recording still counts */
  constructor(run: StoredRun, before: Blob | undefined) {
    this.run = run;
    this.parts = before === undefined ? 0 : 1;
    this.writing = this.guard(() => beginRun(run, before));
  }

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.waiting.push(bytes);
    this.write();
  }

  say(state: RunState): void {
    this.run = { ...this.run, state, changed: Date.now() };
    this.write();
  }

  /** Resolves when everything so far is kept. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private write(): void {
    if (this.isChanged) return;
    this.isChanged = true;
    this.writing = this.writing.then(() =>
      this.guard(async () => {
        this.isChanged = false;
        const bytes = this.waiting.length > 0 ? new Blob(this.waiting) : undefined;
        this.waiting = [];
        await saveRun(this.run, this.parts, bytes);
        if (bytes !== undefined) this.parts++;
      }),
    );
  }

  private async guard(write: () => Promise<void>): Promise<void> {
    if (this.failed) return;
    try {
      await write();
    } catch (error) {
      // The run itself goes on: it is only not there after a reload.
      this.failed = true;
      complain(error);
    }
  }
}
