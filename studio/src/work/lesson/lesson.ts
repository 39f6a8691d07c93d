// A lesson as it is read: its text as a tree, and the scenes in it in the order in which they come. A scene is a link to
// one, or a block of code that holds one.

import type { LessonText } from '../../model/lesson-texts.ts';
import { addressOf, readPlace } from '../../model/place.ts';
import { type Block, type Inline, readMarkdown } from './markdown.ts';

export interface Lesson {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly scenes: readonly LessonScene[];
}

export type LessonScene =
  /** An address such as "#example/bolt;bench=plots". */
  { readonly kind: 'link'; readonly to: string } | CodeScene;

interface CodeScene {
  readonly kind: 'code';
  /** The scene file itself. */
  readonly file: string;
  readonly bench: string | undefined;
}

export function readLesson({ name, title, text }: LessonText): Lesson {
  const blocks = readMarkdown(text, (to) => fileLink(name, to));
  return { name, title, blocks, scenes: blocks.flatMap((block) => scenesIn(block)) };
}

function scenesIn(block: Block): LessonScene[] {
  if (block.kind === 'code') {
    const scene = codeScene(block);
    return scene === undefined ? [] : [scene];
  }
  const parts = block.kind === 'list' ? block.items : [block.children];
  return parts
    .flatMap((children) => linksIn(children))
    .filter((to) => isScene(to))
    .map((to) => ({ kind: 'link', to }));
}

function isScene(to: string): boolean {
  return to.startsWith('#') && !['gallery', 'lesson', 'sweep'].includes(readPlace(to).kind);
}

function linksIn(children: readonly Inline[]): string[] {
  return children.flatMap((one) =>
    one.kind === 'link' ? [one.to] : 'children' in one ? linksIn(one.children) : [],
  );
}

/** What a block of code opens: one that is called "scene" holds JSON, one that is called "lagrange" a specification. */
export function codeScene({ info, text }: Extract<Block, { kind: 'code' }>): CodeScene | undefined {
  const [kind, ...rest] = info.trim().split(/\s+/);
  const bench = /^bench=([a-z]+)$/.exec(rest.join(' '))?.[1];
  if (kind === 'scene') return { kind: 'code', file: text, bench };
  if (kind !== 'lagrange') return undefined;
  const file = { name: 'specification', engine: 'program', specification: text };
  return { kind: 'code', file: JSON.stringify(file), bench: bench ?? 'equations' };
}

const FILE = /^([^:?#;\\]+\.(json|carom|md))(;bench=[a-z]+)?$/;

/** A file that lies beside a lesson of the folder, as an address of the studio. */
export function fileLink(lesson: string, to: string): string | undefined {
  const [, path, ending, bench = ''] = FILE.exec(to) ?? [];
  if (path === undefined || !lesson.endsWith('.md')) return undefined;
  const steps = [...lesson.split('/').slice(0, -1), ...path.split('/')].filter((step) => step !== '.');
  if (steps.some((step) => step === '' || step.startsWith('.'))) return undefined;
  const whole = steps.join('/');
  if (ending === 'md') return addressOf({ kind: 'lesson', name: whole });
  return addressOf({ kind: ending === 'carom' ? 'recording' : 'scene', path: whole }) + bench;
}
