// Where the user is. It stands in the address, so that reloading, going back and sending a link work.
//
//   #                      the gallery
//   #example/bolt          an example
//   #recording/name.carom  a recording of the folder the server was given
//   #scene/name.json       a scene of that folder
//   #project               what was opened or changed last in this browser
//   #file                  a recording that was dropped on the page; gone after a reload
//   #scene=…               a small scene carried by the address itself

import { signal } from '@preact/signals';

export type Place =
  | { readonly kind: 'gallery' }
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'recording'; readonly path: string }
  | { readonly kind: 'scene'; readonly path: string }
  | { readonly kind: 'project' }
  | { readonly kind: 'file' }
  | { readonly kind: 'link'; readonly packed: string };

export const place = signal<Place>(readPlace(location.hash));

addEventListener('hashchange', () => {
  place.value = readPlace(location.hash);
});

export function readPlace(hash: string): Place {
  const text = hash.replace(/^#/, '');
  if (text.startsWith('scene=')) return { kind: 'link', packed: text.slice(6) };
  if (text === 'project' || text === 'file') return { kind: text };
  const match = /^(example|recording|scene)\/(.+)$/.exec(text);
  if (!match) return { kind: 'gallery' };
  const named = decodeURIComponent(match[2]);
  if (match[1] === 'example') return { kind: 'example', name: named };
  return { kind: match[1] as 'recording' | 'scene', path: named };
}

/** Goes there, as a link would. */
export function go(to: Place): void {
  location.hash = addressOf(to);
}

export function addressOf(to: Place): string {
  switch (to.kind) {
    case 'gallery':
      return '#';
    case 'project':
    case 'file':
      return `#${to.kind}`;
    case 'link':
      return `#scene=${to.packed}`;
    case 'example':
      return `#example/${encodeURIComponent(to.name)}`;
    case 'recording':
    case 'scene':
      return `#${to.kind}/${encodeURIComponent(to.path)}`;
  }
}
