// What is drawn besides the bodies, and which tool the pointer is. Kept for the next visit.

import { effect, type Signal, signal } from '@preact/signals';

export interface Overlay {
  readonly id: OverlayId;
  readonly title: string;
  readonly key: string;
  readonly on: Signal<boolean>;
}

export type OverlayId =
  | 'shadows'
  | 'wireframe'
  | 'contacts'
  | 'gaps'
  | 'strain'
  | 'velocities'
  | 'names'
  | 'joints'
  | 'masses';

const overlay = (id: OverlayId, title: string, key: string, on = false): Overlay => ({
  id,
  title,
  key,
  on: signal(on),
});

export const overlays: Readonly<Record<OverlayId, Overlay>> = {
  shadows: overlay('shadows', 'Shadows', 'S', true),
  wireframe: overlay('wireframe', 'Wireframe', 'W'),
  contacts: overlay('contacts', 'Contact forces', 'C'),
  gaps: overlay('gaps', 'Gaps as heat', 'H'),
  strain: overlay('strain', 'Strain as heat', 'B'),
  velocities: overlay('velocities', 'Velocities', 'V'),
  names: overlay('names', 'Names', 'N'),
  joints: overlay('joints', 'Joints', 'J'),
  masses: overlay('masses', 'Centres of mass', 'M'),
};

/** What a click does: select, measure a length, measure an angle, or show handles that move or turn. */
export type Tool = 'select' | 'move' | 'turn' | 'ruler' | 'protractor';
export const tool = signal<Tool>('select');
/** The body that the camera goes along with. */
export const followed = signal<number | undefined>(undefined);
export const isOrthographic = signal(false);
/** What the bending of bodies that vibrate is multiplied with: most of it is too small to see. */
export const bendFactor = signal(1);

const KEPT = 'carom.view';

/**
 * Takes up what was chosen the last time, and keeps what is chosen from now on.
 * @param storage  asked for each time, since asking alone may be forbidden, as in a frame of another page
 */
export function keepOverlays(storage: () => Pick<Storage, 'getItem' | 'setItem'>): () => void {
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEPT) ?? '{}');
    if (typeof kept === 'object' && kept !== null)
      for (const { id, on } of Object.values(overlays)) {
        const was = (kept as Record<string, unknown>)[id];
        if (typeof was === 'boolean') on.value = was;
      }
  } catch {
    // Nothing legible was kept, or nothing may be: the defaults are as good.
  }
  return effect(() => {
    const now = Object.fromEntries(Object.values(overlays).map(({ id, on }) => [id, on.value]));
    try {
      storage().setItem(KEPT, JSON.stringify(now));
    } catch {
      // A browser that keeps nothing still shows everything.
    }
  });
}
