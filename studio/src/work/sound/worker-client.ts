// The worker that finds modes and makes sounds, as promises. Closing it drops what is asked for.

import { signal } from '@preact/signals';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import { Complaint } from '../../model/complaints.ts';
import type { Answer, FromWorker, Task } from './messages.ts';

/** What is being done, for how much of it; undefined while nothing is. */
export const busy = signal<{ readonly fraction: number; readonly doing: string } | undefined>(undefined);

export class SoundWorker {
  private readonly worker: Worker;
  private readonly waiting = new Map<
    number,
    { resolve(answer: Answer): void; reject(error: unknown): void }
  >();
  private next = 0;

  constructor() {
    this.worker = new Worker(new URL('./sound.worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('doing' in data) {
        if (this.waiting.size > 0) busy.value = data;
        return;
      }
      const asker = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (this.waiting.size === 0) busy.value = undefined;
      asker?.resolve(data.answer);
    };
    this.worker.onerror = ({ message }) => {
      const error = new Complaint(message || 'The sound could not be started', 'Reload the page');
      for (const { reject } of this.waiting.values()) reject(error);
      this.close();
    };
  }

  /** @throws FaultError or Complaint where it cannot be done */
  async ask<K extends Answer['kind']>(task: Task, wanted: K): Promise<Answer & { kind: K | 'silent' }> {
    const number = this.next++;
    busy.value ??= { fraction: 0, doing: '' };
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.worker.postMessage({ number, task });
    });
    if (answer.kind === 'failed') {
      if (answer.faults.length > 0) throw new FaultError(answer.what, answer.faults);
      throw new Complaint(answer.what, 'Try another body, or fewer modes');
    }
    if (answer.kind !== wanted && answer.kind !== 'silent')
      throw new Error(`asked for ${wanted}, given ${answer.kind}`);
    return answer as Answer & { kind: K | 'silent' };
  }

  close(): void {
    this.worker.terminate();
    this.waiting.clear();
    busy.value = undefined;
  }
}
