// Keeps the recording of a run in this browser as it is committed. One write at a time; what comes meanwhile goes into
// the next one together, so that a fast run never waits for a slow disk. Two tabs that run the same would write over each
// other: the first one keeps its run, which a lock says.

import { Complaint, complain } from '../model/complaints.ts';
import { beginRun, type RunState, type StoredRun, saveRun } from '../model/store.ts';

export class RunKeeper {
  private run: StoredRun;
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private parts: number;
  private isChanged = false;
  private failed = false;
  private release: (() => void) | undefined;
  private writing: Promise<void>;

  /** @param before what of an earlier recording still counts */
  constructor(run: StoredRun, before: Blob | undefined) {
    this.run = run;
    this.parts = before === undefined ? 0 : 1;
    this.writing = this.guard(async () => {
      this.release = await lock(run.place);
      if (this.release === undefined)
        throw new Complaint(
          'This scene runs in another tab as well, and only the run there is kept',
          'Close one of the tabs, or save this recording as a file',
        );
      await beginRun(run, before);
    });
  }

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.waiting.push(bytes);
    this.write();
  }

  say(state: RunState): void {
    this.run = { ...this.run, state, changed: Date.now() };
    this.write();
  }

  /** Says which body is dragged; undefined: none. */
  hold(body: number | undefined): void {
    if (body === this.run.held) return;
    this.run = { ...this.run, held: body };
    this.write();
  }

  /** Resolves when everything so far is kept. */
  async settled(): Promise<void> {
    await this.writing;
  }

  /** The same, and nothing more may come. */
  async close(): Promise<void> {
    await this.writing;
    this.release?.();
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

const nameOf = (place: string) => `carom-run ${place}`;

/** Takes the lock of a place until what it returns is called; undefined where another tab has it. */
function lock(place: string): Promise<(() => void) | undefined> {
  // Pages that come neither from loopback nor by TLS have no locks.
  if (navigator.locks === undefined) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(nameOf(place), { ifAvailable: true }, (granted) => {
        if (granted === null) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

/** Whether another tab runs what is at a place. */
export async function runsElsewhere(place: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(place));
}
