// Reads a sweep as it grows: how far it is, and of its journal what has come since, asked for again and again.

import { type Progress, PROGRESS, readProgress } from '../../../src/farm/watch/index.ts';
import { complain } from '../model/complaints.ts';
import { folderAddress } from '../model/folder.ts';
import { JournalReader } from './journal.ts';
import { watch, watched, type Watched } from './state.ts';

const JOURNAL = 'rows.jsonl';
const EVERY_MS = 1000;
/** Where nothing runs: it may be gone on with. */
const SELDOM_MS = 4000;
/** Rows are shown while a long journal is read. */
const SHOW_MS = 300;
/** A page has no room for more. */
const MOST_ROWS = 500_000;

/** How far the journal is read: whoever comes back from a run goes on from there. */
interface Reading {
  readonly path: string;
  readonly reader: JournalReader;
  /** Of the first byte that was not read yet. */
  offset: number;
}

let reading: Reading | undefined;

function begin(path: string, isAnew: boolean): void {
  reading = { path, reader: new JournalReader(), offset: 0 };
  watch(path, isAnew);
}

/** Begins to read, or goes on; returns how to stop. */
export function feed(path: string): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastShown = 0;
  if (reading?.path !== path) begin(path, false);
  const now = () => reading as Reading;
  const show = (change: Partial<Watched>) => {
    if (isOver) return;
    watched.value = { ...watched.peek(), damaged: now().reader.damaged, ...change };
    lastShown = performance.now();
  };

  /** With the last byte that is here already, so that there is always one to give. */
  const firstAsked = () => Math.max(0, now().offset - 1);

  const take = async (answer: Response): Promise<void> => {
    // a server without ranges gives everything anew
    let behind = now().offset - (answer.status === 206 ? firstAsked() : 0);
    const from = answer.body?.getReader();
    for (let part = await from?.read(); part?.value !== undefined; part = await from?.read()) {
      if (isOver || watched.peek().isCut) return void from?.cancel();
      const bytes = part.value.subarray(Math.min(behind, part.value.length));
      behind = Math.max(0, behind - part.value.length);
      now().offset += bytes.length;
      const { table } = watched.peek();
      for (const row of now().reader.push(bytes)) if (table.count < MOST_ROWS) table.add(row);
      if (table.count >= MOST_ROWS) show({ isCut: true });
      if (performance.now() - lastShown < SHOW_MS) continue;
      show({ state: 'reading' });
      await new Promise((resolve) => setTimeout(resolve));
    }
  };

  const poll = async (): Promise<Progress | undefined> => {
    const { progress, age } = await askProgress(path);
    if (isOver) return undefined;
    if (progress) watched.peek().table.expect(progress.parameters, progress.measures);
    const isEmpty = progress?.counted === 0 && now().offset === 0;
    if (watched.peek().isCut || isEmpty) {
      show({ age, state: 'read', ...(progress ? { progress } : {}) });
      return progress;
    }
    const answer = await fetch(folderAddress(below(path, JOURNAL)), {
      headers: { Range: `bytes=${firstAsked()}-` },
    });
    if (isOver) return undefined;
    if (answer.ok) await take(answer);
    // another sweep was begun in this folder, or it is gone
    else if (now().offset > 0) begin(path, true);
    const state = answer.ok || answer.status === 416 || progress ? 'read' : 'missing';
    show({ age, state, ...(progress ? { progress } : {}) });
    return progress;
  };

  const go = async () => {
    // a tab that nobody sees asks when it is seen
    const progress = document.hidden ? undefined : await poll().catch(giveUp);
    if (isOver) return;
    const isLively = progress?.isRunning || watched.peek().state === 'missing';
    timer = setTimeout(() => void go(), isLively || document.hidden ? EVERY_MS : SELDOM_MS);
  };
  const giveUp = (error: unknown): undefined => {
    // the server may be gone: what was read stays
    if (!(error instanceof TypeError)) complain(error);
    show({ age: Number.POSITIVE_INFINITY });
  };
  void go();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function askProgress(path: string): Promise<{ progress: Progress | undefined; age: number }> {
  const answer = await fetch(folderAddress(below(path, PROGRESS)));
  if (!answer.ok) return { progress: undefined, age: 0 };
  const progress = readProgress(await answer.json().catch(() => undefined));
  // by the clock of the server, which is that of the sweep mostly
  const now = Date.parse(answer.headers.get('date') ?? '') || Date.now();
  return { progress, age: progress ? Math.max(0, (now - progress.at) / 1000) : 0 };
}

/** A file of the folder of a sweep. */
export function below(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
