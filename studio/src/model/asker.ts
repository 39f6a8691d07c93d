// Questions to a worker, each with its answer as a promise. The worker starts with the first question.

interface Numbered<T> {
  readonly number: number;
  readonly said: T;
}

export class Asker<Ask, Answer> {
  /** Of the last question. */
  number = 0;
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private readonly start: () => Worker;
  private readonly failed: (what: string) => Answer;

  /** @param failed  the answer to everything that is asked of a worker that has broken down */
  constructor(start: () => Worker, failed: (what: string) => Answer) {
    this.start = start;
    this.failed = failed;
  }

  ask(said: Ask): Promise<Answer> {
    this.worker ??= this.started();
    const { worker } = this;
    const number = ++this.number;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      worker.postMessage({ number, said } satisfies Numbered<Ask>);
    });
  }

  /** Ends the worker; what was asked is never answered. */
  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.waiting.clear();
  }

  private started(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<Numbered<Answer>>) => {
      this.waiting.get(data.number)?.(data.said);
      this.waiting.delete(data.number);
    };
    worker.onerror = ({ message }) => {
      for (const resolve of this.waiting.values()) resolve(this.failed(message));
      this.waiting.clear();
    };
    return worker;
  }
}

/** The other end: a worker that answers what it is asked. */
export function answerWith<Ask, Answer>(answer: (said: Ask) => Answer | Promise<Answer>): void {
  const reply = async ({ number, said }: Numbered<Ask>) =>
    postMessage({ number, said: await answer(said) } satisfies Numbered<Answer>);
  addEventListener('message', ({ data }: MessageEvent<Numbered<Ask>>) => void reply(data));
}
