// Where the user is. It stands in the address, so that reloading, going back and sending a link work.
//
//   #                      the gallery
//   #example/bolt          an example
//   #recording/name.carom  a recording of the folder the server was given
//   #scene/name.json       a scene of that folder
//   #sweep/ladder          a sweep in that folder; without a name, the folder itself is one
//   #project/id            something opened or changed in this browser; without an id, what is open now
//   #file                  a recording that was dropped on the page; gone after a reload
//   #scene=…               a small scene carried by the address itself
//   #lesson/strike-a-fork  a lesson, with its first scene; "intro.md" is one of the folder
//
// An address may end with the bench that is open beside the view, and the lesson that is read there:
//   #example/pendulum;bench=equations     #example/tuning-fork;bench=lesson;lesson=strike-a-fork

import { signal } from '@preact/signals';

export type Place =
  | { readonly kind: 'gallery' }
  | ((
      | { readonly kind: 'example'; readonly name: string }
      | { readonly kind: 'recording'; readonly path: string }
      | { readonly kind: 'scene'; readonly path: string }
      | { readonly kind: 'sweep'; readonly path: string }
      | { readonly kind: 'project'; readonly id?: string }
      | { readonly kind: 'file' }
      | { readonly kind: 'link'; readonly packed: string }
      | { readonly kind: 'lesson'; readonly name: string }
    ) & { readonly bench?: string; readonly lesson?: string });

export const place = signal<Place>(readPlace(location.hash));

addEventListener('hashchange', () => {
  place.value = readPlace(location.hash);
});

export function readPlace(hash: string): Place {
  const [, rest, ends] = /^#?(.*?)((?:;(?:bench|lesson)=[^;]*)*)$/s.exec(hash) as unknown as string[];
  const at = placeOf(rest);
  if (at.kind === 'gallery') return at;
  const bench = /;bench=([a-z]+)(?:;|$)/.exec(ends)?.[1];
  const lesson = /;lesson=([^;]+)/.exec(ends)?.[1];
  return {
    ...at,
    ...(bench === undefined ? {} : { bench }),
    ...(lesson === undefined ? {} : { lesson: decode(lesson) }),
  };
}

function placeOf(text: string): Place {
  if (text.startsWith('scene=')) return { kind: 'link', packed: text.slice(6) };
  if (text === 'project' || text === 'file') return { kind: text };
  if (text === 'sweep') return { kind: text, path: '' };
  const match = /^(example|recording|scene|sweep|project|lesson)\/(.+)$/.exec(text);
  if (!match) return { kind: 'gallery' };
  const named = decode(match[2]);
  if (match[1] === 'example' || match[1] === 'lesson') return { kind: match[1], name: named };
  if (match[1] === 'project') return { kind: 'project', id: named };
  return { kind: match[1] as 'recording' | 'scene' | 'sweep', path: named };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Goes there, as a link would. */
export function go(to: Place): void {
  location.hash = addressOf(to);
}

/** Says that what is open has another address now; going back leads to where one came from. */
export function rename(to: Place): void {
  history.replaceState(null, '', addressOf(to));
  place.value = to;
}

export function addressOf(to: Place): string {
  if (to.kind === 'gallery') return homeOf(to);
  const bench = to.bench === undefined ? '' : `;bench=${to.bench}`;
  return homeOf(to) + bench + (to.lesson === undefined ? '' : `;lesson=${encodeURIComponent(to.lesson)}`);
}

/** The address of what is open, whichever bench is: runs are kept under it. */
export function homeOf(to: Place): string {
  switch (to.kind) {
    case 'gallery':
      return '#';
    case 'file':
      return '#file';
    case 'project':
      return to.id === undefined ? '#project' : `#project/${encodeURIComponent(to.id)}`;
    case 'link':
      return `#scene=${to.packed}`;
    case 'example':
    case 'lesson':
      return `#${to.kind}/${encodeURIComponent(to.name)}`;
    case 'sweep':
      return to.path === '' ? '#sweep' : `#sweep/${encodeURIComponent(to.path)}`;
    case 'recording':
    case 'scene':
      return `#${to.kind}/${encodeURIComponent(to.path)}`;
  }
}

/** The folder of the sweep whose run a recording is, by where sweeps keep them (docs/farm.md). */
export function sweepOf(recording: string): string | undefined {
  const match = /^(?:(.*)\/)?runs\/\d{6,}\.carom$/s.exec(recording);
  return match ? (match[1] ?? '') : undefined;
}
