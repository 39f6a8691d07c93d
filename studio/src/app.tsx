// The frame of the studio: the gallery, or one thing that is open. What a place needs is loaded when it is entered.

import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Complaints } from './complaints.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { complain } from './model/complaints.ts';
import { place } from './model/place.ts';
import { DropAnywhere } from './open/drop-anywhere.tsx';

const bench = signal<ComponentType | undefined>(undefined);

export function App() {
  useSignalEffect(() => {
    if (place.value.kind === 'gallery' || bench.peek() !== undefined) return;
    import('./bench.tsx').then(({ Bench }) => {
      bench.value = Bench;
    }, complain);
  });
  const Bench = bench.value;
  return (
    <>
      {place.value.kind === 'gallery' ? <Gallery /> : Bench ? <Bench /> : <p class="loading">Opening…</p>}
      <DropAnywhere />
      <Complaints />
      <KeysDialog />
    </>
  );
}
