// Which examples match what was typed: every word, anywhere in what is told of it.

import type { ListedExample } from 'virtual:examples';

export function matches(example: ListedExample, words: string, engine: string): boolean {
  if (engine !== '' && example.engine !== engine) return false;
  const told = `${example.name} ${example.about} ${example.engine ?? ''}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word));
}

/** "Bolt: a bolt sinks…" is called Bolt and tells the rest. */
export function titleOf({ name, about }: Pick<ListedExample, 'name' | 'about'>): {
  title: string;
  tells: string;
} {
  const match = /^([^:\n]{1,40}):\s+([\s\S]+)$/.exec(about);
  const text = (match?.[2] ?? about).replace(/\s*\n\s*/g, ' ').trim();
  return { title: match?.[1] ?? name, tells: text.charAt(0).toUpperCase() + text.slice(1) };
}
