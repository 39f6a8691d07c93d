// The lessons there are, and the one that is read: a Markdown file of `lessons/` with scenes in it. A scene is a link to an
// example; it opens in the view, and the bench that the link names stands below the text.

import { computed, effect, signal } from '@preact/signals';
import { go, type Place, place, readPlace } from '../../model/place.ts';
import { type Block, type Inline, plainText, readMarkdown } from './markdown.ts';

export interface Lesson {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Examples in the order in which they come. */
  readonly examples: readonly string[];
}

const texts = import.meta.glob<string>('../../../../lessons/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const lessons: readonly Lesson[] = Object.entries(texts)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, text]) => readLesson(path.slice(path.lastIndexOf('/') + 1, -3), text));

function readLesson(name: string, text: string): Lesson {
  const blocks = readMarkdown(text);
  const first = blocks.find((block) => block.kind === 'heading');
  const examples = blocks
    .flatMap((block) => (block.kind === 'code' ? [] : block.kind === 'list' ? block.items : [block.children]))
    .flatMap((children) => linksIn(children))
    .flatMap((to) => {
      const at = readPlace(to);
      return at.kind === 'example' ? [at.name] : [];
    });
  return {
    name,
    title: first?.kind === 'heading' ? plainText(first.children) : name,
    blocks,
    examples: [...new Set(examples)],
  };
}

function linksIn(children: readonly Inline[]): string[] {
  return children.flatMap((one) =>
    one.kind === 'link' ? [one.to] : 'children' in one ? linksIn(one.children) : [],
  );
}

/** What is read outlasts a reload of the page, not the tab. */
const KEY = 'carom-lesson';

interface Reading {
  /** Empty: none is chosen. */
  readonly lesson: string;
  /** The bench below the text. */
  readonly bench?: string;
}

const reading = signal<Reading>(readKept());

function readKept(): Reading {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Partial<Reading>;
    return {
      lesson: String(kept.lesson ?? ''),
      ...(kept.bench === undefined ? {} : { bench: String(kept.bench) }),
    };
  } catch {
    return { lesson: '' };
  }
}

effect(() => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(reading.value));
  } catch {
    // Where nothing may be kept, the lesson is chosen again.
  }
});

export const lesson = computed(() => lessons.find(({ name }) => name === reading.value.lesson));
export const lessonBench = computed(() => reading.value.bench);

export function readAnother(name: string): void {
  reading.value = { lesson: name };
}

/** The example that is open. */
export const openExample = computed(() => (place.value.kind === 'example' ? place.value.name : undefined));

/** Opens a scene of the lesson beside its text. */
export function openScene(to: string): void {
  const at = readPlace(to);
  if (at.kind === 'gallery') return;
  const { bench, ...home } = at;
  reading.value = { lesson: reading.peek().lesson, ...(bench === undefined ? {} : { bench }) };
  go({ ...home, bench: 'lesson' } as Place);
}
