// Workers that take one task after another. They stay afterwards, since each keeps the pasts that it has found; one that is
// stopped in the middle of a task is gone with them.

import type { Answer, ServeMessage, Task } from './messages.ts';

const MOST_WORKERS = 6;

export class Member {
  private readonly worker = new Worker(new URL('./past.worker.ts', import.meta.url), { type: 'module' });
  private hear: ((answer: Answer) => void) | undefined;
  private runs = 0;
  /** Nothing more is asked of it. */
  isGone = false;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answer(data);
    this.worker.onerror = ({ message }) => {
      const what = message || 'the search could not be started; reload the page';
      this.close();
      this.answer({ kind: 'failed', what, faults: [] });
    };
  }

  /** With a task, or with a run that it plays: a search would let that stand still. */
  get isBusy(): boolean {
    return this.hear !== undefined || this.runs > 0;
  }

  /** One task at a time. */
  ask(task: Task): Promise<Answer> {
    return new Promise((resolve) => {
      this.hear = resolve;
      this.worker.postMessage(task);
    });
  }

  /** A worker for a run (src/live) with a past that is kept here. */
  serve(number: number): Worker {
    const { port1, port2 } = new MessageChannel();
    this.runs++;
    this.worker.postMessage({ kind: 'serve', number, port: port2 } satisfies ServeMessage, [port2]);
    const made = {
      postMessage: (message: unknown) => port1.postMessage(message),
      // The pasts stay; only the run ends.
      terminate: () => {
        port1.postMessage({ kind: 'cancel' });
        port1.close();
        if (--this.runs === 0 && this.isGone) this.worker.terminate();
      },
      set onmessage(hear: (event: MessageEvent) => void) {
        port1.onmessage = hear;
      },
      onerror: null,
    };
    return made as unknown as Worker;
  }

  /** At once, but for a run that it plays, which it plays to its end. */
  close(): void {
    this.isGone = true;
    if (this.runs === 0) this.worker.terminate();
  }

  private answer(answer: Answer): void {
    const hear = this.hear;
    this.hear = undefined;
    hear?.(answer);
  }
}

const members = new Set<Member>();

/** One that has nothing to do, or a new one. */
function freeMember(): Member {
  for (const member of members) if (member.isGone) members.delete(member);
  const free = [...members].find(({ isBusy }) => !isBusy) ?? new Member();
  members.delete(free);
  members.add(free);
  return free;
}

/**
 * @param told  hears each answer as it comes, and from whom
 * @param by    who shall do it; without, whoever is free
 */
export function workOn(
  tasks: readonly Task[],
  told: (answer: Answer, by: Member) => void,
  by?: Member,
): { readonly done: Promise<void>; stop(): void } {
  const most = by ? 1 : Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
  const count = Math.min(tasks.length, MOST_WORKERS, most);
  const working = new Set<Member>();
  let next = 0;
  let isOver = false;
  let settle = () => {};
  const work = async () => {
    const member = by ?? freeMember();
    working.add(member);
    while (next < tasks.length && !isOver && !member.isGone) {
      const answer = await member.ask(tasks[next++]);
      if (!isOver) told(answer, member);
    }
    working.delete(member);
  };
  const stopped = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const all = Promise.all(Array.from({ length: count }, work)).then(() => {});
  return {
    done: Promise.race([all, stopped]),
    stop() {
      isOver = true;
      for (const member of working) if (member.isBusy) member.close();
      settle();
    },
  };
}

/** Lets all workers go, and what they keep. */
export function closePool(): void {
  for (const member of members) member.close();
  members.clear();
}
