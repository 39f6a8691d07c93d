// What the pointer does in the view while a bench has it: strike, sketch, place, pin. It goes before selecting,
// measuring and orbiting; the wheel and the right button stay with the camera.

import { signal } from '@preact/signals';
import type { Hit } from './pick.ts';
import type { Stage } from '../stage.ts';

export interface HandEvent {
  /** [px] from the corner of the canvas. */
  readonly x: number;
  readonly y: number;
  /** What is seen there. */
  readonly hit: Hit | undefined;
  readonly stage: Stage;
  readonly event: PointerEvent;
}

export interface Hand {
  readonly cursor: string;
  /** False lets the view have this press. */
  press(at: HandEvent): boolean;
  move?(at: HandEvent): void;
  lift?(at: HandEvent): void;
}

export const hand = signal<Hand | undefined>(undefined);
