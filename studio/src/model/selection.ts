// What is selected: indices of bodies (deformables counted on from them) of the open scene.

import { signal } from '@preact/signals';

export const selected = signal<readonly number[]>([]);
export const hovered = signal<number | undefined>(undefined);
