// The frame of the studio: the gallery, a sweep, or one thing that is open. What a place needs is loaded when it is entered.

import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Complaints } from './complaints.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { complain } from './model/complaints.ts';
import { place } from './model/place.ts';
import { DropAnywhere } from './open/drop-anywhere.tsx';

const bench = signal<ComponentType | undefined>(undefined);
const sweep = signal<ComponentType | undefined>(undefined);

export function App() {
  useSignalEffect(() => {
    const { kind } = place.value;
    if (kind === 'sweep')
      import('./sweep/page.tsx').then(({ SweepPage }) => {
        sweep.value = SweepPage;
      }, complain);
    if (kind === 'gallery' || kind === 'sweep' || bench.peek() !== undefined) return;
    import('./bench.tsx').then(({ Bench }) => {
      bench.value = Bench;
    }, complain);
  });
  const { kind } = place.value;
  const Page = kind === 'gallery' ? Gallery : kind === 'sweep' ? sweep.value : bench.value;
  return (
    <>
      {Page ? <Page /> : <p class="loading">Opening…</p>}
      <DropAnywhere />
      <Complaints />
      <KeysDialog />
    </>
  );
}
