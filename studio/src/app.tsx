// The frame of the studio: the gallery, or one thing that is open. What a place needs is loaded when it is entered.

import type { ComponentType } from 'preact';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Gallery } from './gallery/gallery.tsx';
import { place } from './model/place.ts';

const bench = signal<ComponentType | undefined>(undefined);

export function App() {
  const at = place.value;
  useEffect(() => {
    if (at.kind !== 'gallery' && bench.value === undefined)
      void import('./bench.tsx').then(({ Bench }) => {
        bench.value = Bench;
      });
  }, [at.kind]);
  const Bench = bench.value;
  if (at.kind === 'gallery') return <Gallery />;
  return Bench ? <Bench /> : <p class="loading">Opening…</p>;
}
