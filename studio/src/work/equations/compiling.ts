// The text of the open specification, compiled a moment after each change in a worker; the newest counts. What compiles
// becomes the scene as soon as nobody types any more.

import { effect, signal } from '@preact/signals';
import type { SpecFault } from '../../../../src/lagrange/language/index.ts';
import { Asker } from '../../model/asker.ts';
import { complain } from '../../model/complaints.ts';
import { Pause } from '../../model/pause.ts';
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

const compiler = new Asker<Ask, Answer>(
  () => new Worker(new URL('./compile.worker.ts', import.meta.url), { type: 'module' }),
  (message) => ({ kind: 'failed', what: message || 'the compiler could not be started; reload the page' }),
);
const isCompiling = signal(false);
const typing = new Pause(() => void compile().catch(complain), PAUSE_MS);
const committing = new Pause(commit, COMMIT_MS);
/** What the project says, as far as it is known here, and which of the things that were opened that belongs to. */
const said = signal<{ readonly text: string | undefined; readonly home: number }>({
  text: undefined,
  home: 0,
});

/** Begins to watch the project; call what it returns to stop. */
export function watchSpecification(): () => void {
  const stop = effect(() => {
    const now = specificationOf(project.value);
    const opening = openings.value;
    const before = said.peek();
    if (now === undefined || (now === before.text && opening === before.home)) return;
    said.value = { text: now, home: opening };
    text.value = now;
    typing.ask();
  });
  return () => {
    stop();
    commit();
    typing.cancel();
    compiler.close();
    isCompiling.value = false;
    said.value = { ...said.peek(), text: undefined };
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
  typing.ask();
}

/** Undoes what is typed or moved and not the scene yet. @returns whether there was something */
export function takeBack(): boolean {
  const { text: before, home } = said.peek();
  if (before === undefined || text.peek() === before || openings.peek() !== home) return false;
  committing.cancel();
  text.value = before;
  typing.ask();
  return true;
}

async function compile(): Promise<void> {
  // One at a time: when it is done, the text of then.
  if (isCompiling.peek()) return;
  isCompiling.value = true;
  const asked = text.peek();
  const since = typing.askedAt + PAUSE_MS;
  const answer = await compiler.ask({ kind: 'compile', text: asked });
  const isNew = text.peek() !== asked;
  if (answer.kind === 'compiled' && !isNew) {
    const { number } = compiler;
    compiled.value = { text: asked, number, compileMs: answer.wallMs, lagMs: performance.now() - since };
    faults.value = answer.faults;
    if (answer.compiles) await showLook(asked);
  }
  isCompiling.value = false;
  if (answer.kind === 'failed') throw new Error(answer.what);
  if (text.peek() !== asked) return compile();
}

async function showLook(of: string): Promise<void> {
  const answer = await compiler.ask({ kind: 'look', text: of });
  if (answer.kind !== 'look') return;
  look.value = { ...answer.look, text: of };
  if (faults.peek().length > 0) return;
  committing.ask();
}

/** Makes what compiled the scene, now. */
export function commit(): void {
  committing.cancel();
  const opened = project.peek();
  const good = look.peek()?.text;
  if (opened === undefined || good === undefined || good === said.peek().text || good !== text.peek()) return;
  if (faults.peek().length > 0 || openings.peek() !== said.peek().home) return;
  said.value = { ...said.peek(), text: good };
  const { specification: path = '' } = opened.file;
  const change = path.includes(';')
    ? changeScene((file) => ({ ...file, specification: good }))
    : changeScene((file) => file, new Map([[path, new TextEncoder().encode(good)]]));
  change.catch(complain);
}

export function ask(asked: Ask): Promise<Answer> {
  return compiler.ask(asked);
}
