// Dropping files on the studio and exporting from it, as a person would.

import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import type { Mesh } from '../../../src/geometry/index.ts';
import { box, floor, type SceneFile } from '../../../src/scene/index.ts';

const unit = box({ size: [1, 1, 1] });
/** Two boxes on a floor, the upper one 5 mm deep in the lower. */
export const stacked: SceneFile = {
  name: 'stacked',
  engine: 'ipc',
  duration: 0.2,
  bodies: [
    floor(),
    { ...unit, name: 'lower', position: [0, 0.6, 0] },
    { ...unit, name: 'upper', position: [0.1, 1.595, 0.1] },
  ],
};

/** The browser's own picker cannot be answered by a test; without it the studio downloads. */
export async function downloadFiles(on: Page): Promise<void> {
  await on.addInitScript(() => {
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true });
  });
}

/** Drops files on the page as a person would. @param title  of what is open then */
export async function drop(
  on: Page,
  files: Readonly<Record<string, string | Uint8Array>>,
  title?: string,
): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => ({
    name,
    base64: Buffer.from(content as Uint8Array).toString('base64'),
  }));
  await on.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
  }, given);
  // Either it asks, or it is open; what was open before may still be for a moment.
  await on.locator('dialog.opening[open]:not(.opening-wait), .bench[data-state="open"]').first().waitFor();
  if (title !== undefined) await on.locator('.top-bar h1', { hasText: title }).waitFor();
}

export async function lengthOfFilm(on: Page, film: Uint8Array, type: string): Promise<number> {
  return on.evaluate(
    async ([base64, kind]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const video = document.createElement('video');
      video.src = URL.createObjectURL(new Blob([bytes], { type: kind }));
      await new Promise((resolve, reject) => {
        video.onloadedmetadata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      return video.duration;
    },
    [Buffer.from(film).toString('base64'), type],
  );
}

type Dialog = ReturnType<Page['locator']>;

export async function exported(
  on: Page,
  kind: string,
  choose: (dialog: Dialog) => Promise<void> = async () => {},
): Promise<Uint8Array> {
  await on.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = on.locator('dialog.export');
  await dialog.getByText(kind, { exact: true }).click();
  await choose(dialog);
  const waiting: Promise<Download> = on.waitForEvent('download');
  await dialog.locator('footer button.main').click();
  const saved = await (await waiting).path();
  await dialog.getByText(/is written/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return new Uint8Array(readFileSync(saved));
}

export function stlOf({ positions, faces }: Mesh): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * faces.length) / 3);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, faces.length / 3, true);
  for (let c = 0; c < faces.length; c++)
    for (let k = 0; k < 3; k++)
      view.setFloat32(
        84 + 50 * Math.floor(c / 3) + 12 + 12 * (c % 3) + 4 * k,
        positions[3 * faces[c] + k],
        true,
      );
  return bytes;
}

export function hugeStl(): Uint8Array {
  const bytes = new Uint8Array(134);
  new DataView(bytes.buffer).setUint32(80, 0xffffffff, true);
  return bytes;
}

export function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 12345;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
