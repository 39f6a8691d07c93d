// The stage of the open view, for those who make pictures of it.

import { signal } from '@preact/signals';
import type { Stage } from './stage.ts';

export const stage = signal<Stage | undefined>(undefined);
