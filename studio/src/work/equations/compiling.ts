// The text of the open specification, compiled a moment after each change in a worker; the newest counts. What compiles
// becomes the scene as soon as nobody types any more.

import { effect, signal } from '@preact/signals';
import type { SpecFault } from '../../../../src/lagrange/language/index.ts';
import { complain } from '../../model/complaints.ts';
import { changeScene, openings, type Project, project } from '../../model/project.ts';
import type { Answer, Ask, Look } from './messages.ts';

/** From a keystroke to compiling, and to changing the scene [ms]. */
const PAUSE_MS = 30;
const COMMIT_MS = 250;

/** As the editor has it. */
export const text = signal('');
export const faults = signal<readonly SpecFault[]>([]);
/** Of the last text that compiled. */
export const look = signal<(Look & { readonly text: string }) | undefined>(undefined);
interface Compilation {
  readonly text: string;
  /** Of the worker's answer; no two have the same. */
  readonly number: number;
  /** From the text to a module that runs, and from the end of the pause in typing to the compiler's answer [ms]. */
  readonly compileMs: number;
  readonly lagMs: number;
}
/** The last one, of a text with faults or without. */
export const compiled = signal<Compilation | undefined>(undefined);

let worker: Worker | undefined;
let number = 0;
const waiting = new Map<number, (answer: Answer) => void>();
let typedAt = 0;
let isCompiling = false;
let compileTimer: ReturnType<typeof setTimeout> | undefined;
let commitTimer: ReturnType<typeof setTimeout> | undefined;
/** What the project says, as far as it is known here. */
let said: string | undefined;
/** Which of the things that were opened the text belongs to. */
let home = 0;

/** Begins to watch the project; call what it returns to stop. */
export function watchSpecification(): () => void {
  const stop = effect(() => {
    const now = specificationOf(project.value);
    const opening = openings.value;
    if (now === undefined || (now === said && opening === home)) return;
    said = now;
    home = opening;
    text.value = now;
    compileSoon();
  });
  return () => {
    stop();
    commit();
    clearTimeout(compileTimer);
    worker?.terminate();
    worker = undefined;
    waiting.clear();
    isCompiling = false;
    said = undefined;
    text.value = '';
    look.value = undefined;
    faults.value = [];
    compiled.value = undefined;
  };
}

function specificationOf(opened: Project | undefined): string | undefined {
  const given = opened?.file.specification;
  if (given === undefined || given.includes(';')) return given;
  const bytes = opened?.files.get(given);
  return bytes && new TextDecoder().decode(bytes);
}

/** The editor has another text. */
export function typed(next: string): void {
  if (next === text.peek()) return;
  text.value = next;
  compileSoon();
}

/** Undoes what is typed or moved and not the scene yet. @returns whether there was something */
export function takeBack(): boolean {
  if (said === undefined || text.peek() === said || openings.peek() !== home) return false;
  clearTimeout(commitTimer);
  text.value = said;
  compileSoon();
  return true;
}

function compileSoon(): void {
  typedAt = performance.now();
  clearTimeout(compileTimer);
  compileTimer = setTimeout(() => void compile().catch(complain), PAUSE_MS);
}

async function compile(): Promise<void> {
  // One at a time: when it is done, the text of then.
  if (isCompiling) return;
  isCompiling = true;
  const asked = text.peek();
  const since = typedAt + PAUSE_MS;
  const answer = await ask({ kind: 'compile', text: asked });
  const isNew = text.peek() !== asked;
  if (answer.kind === 'compiled' && !isNew) {
    compiled.value = { text: asked, number, compileMs: answer.wallMs, lagMs: performance.now() - since };
    faults.value = answer.faults;
    if (answer.compiles) await showLook(asked);
  }
  isCompiling = false;
  if (answer.kind === 'failed') throw new Error(answer.what);
  if (text.peek() !== asked) return compile();
}

async function showLook(of: string): Promise<void> {
  const answer = await ask({ kind: 'look', text: of });
  if (answer.kind !== 'look') return;
  look.value = { ...answer.look, text: of };
  if (faults.peek().length > 0) return;
  clearTimeout(commitTimer);
  commitTimer = setTimeout(commit, COMMIT_MS);
}

/** Makes what compiled the scene, now. */
export function commit(): void {
  clearTimeout(commitTimer);
  const opened = project.peek();
  const good = look.peek()?.text;
  if (opened === undefined || good === undefined || good === said || good !== text.peek()) return;
  if (faults.peek().length > 0 || openings.peek() !== home) return;
  said = good;
  const { specification: path = '' } = opened.file;
  const change = path.includes(';')
    ? changeScene((file) => ({ ...file, specification: good }))
    : changeScene((file) => file, new Map([[path, new TextEncoder().encode(good)]]));
  change.catch(complain);
}

export function ask(asked: Ask): Promise<Answer> {
  worker ??= startWorker();
  return new Promise((resolve) => {
    waiting.set(++number, resolve);
    worker?.postMessage({ number, ask: asked });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./compile.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<{ number: number; answer: Answer }>) => {
    waiting.get(data.number)?.(data.answer);
    waiting.delete(data.number);
  };
  started.onerror = (event) => {
    const what = event.message || 'the compiler could not be started; reload the page';
    for (const resolve of waiting.values()) resolve({ kind: 'failed', what });
    waiting.clear();
  };
  return started;
}
