// How long an example takes here: what it took the last time, or what it took elsewhere, by how fast this machine is.

import { signal } from '@preact/signals';
import { calibrationMs } from './calibrate.ts';
import measuredTable from './measured.json';

export interface Measured {
  readonly bodies: number;
  readonly engine: string;
  readonly promise: string;
  readonly simulatedSeconds: number;
  /** What a run took, and the calibration of that machine. */
  readonly wallSeconds: number;
  readonly calibrationMs: number;
}

const measured = measuredTable as Readonly<Record<string, Measured>>;
const KEY = 'carom-takes';
/** Undefined until this machine is measured. */
const ownCalibrationMs = signal<number | undefined>(undefined);

export function measuredOf(name: string): Measured | undefined {
  return Object.hasOwn(measured, name) ? measured[name] : undefined;
}

/** Measures this machine when there is nothing better to do. */
export function calibrateSoon(): void {
  if (ownCalibrationMs.value !== undefined) return;
  const measure = () => {
    ownCalibrationMs.value = calibrationMs();
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(measure, { timeout: 3000 });
  else setTimeout(measure, 500);
}

/** [s], and whether it is known from a run here. */
export function takes(name: string): { seconds: number; isKnown: boolean } | undefined {
  const known = remembered()[name];
  if (known !== undefined) return { seconds: known, isKnown: true };
  const entry = measuredOf(name);
  if (entry === undefined || ownCalibrationMs.value === undefined) return undefined;
  return { seconds: (entry.wallSeconds * ownCalibrationMs.value) / entry.calibrationMs, isKnown: false };
}

/** After a whole run. @param seconds of computing */
export function rememberTakes(name: string, seconds: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), [name]: seconds }));
  } catch {
    // It is estimated again next time.
  }
}

function remembered(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(kept as object).filter(([, seconds]) => typeof seconds === 'number');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
