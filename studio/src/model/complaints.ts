// What went wrong, as sentences with a remedy; the shell shows them until they are read.

import { signal } from '@preact/signals';
import { describeFault, FaultError } from '../../../src/scene/fault/index.ts';

/** Something that went wrong and what to do about it, both as sentences. */
export class Complaint extends Error {
  readonly remedy: string;

  constructor(what: string, remedy: string) {
    super(what);
    this.name = 'Complaint';
    this.remedy = remedy;
  }
}

export interface ShownComplaint {
  readonly number: number;
  readonly what: string;
  /** What is wrong in detail, and what to do. */
  readonly more: readonly string[];
}

const MOST_SHOWN = 4;
const MOST_LINES = 6;

export const complaints = signal<readonly ShownComplaint[]>([]);

export function complain(error: unknown): void {
  const { what, more } = sentencesOf(error);
  if (complaints.value.some((one) => one.what === what)) return;
  const number = 1 + (complaints.value.at(-1)?.number ?? 0);
  complaints.value = [...complaints.value, { number, what, more }].slice(-MOST_SHOWN);
}

export function dismiss(number: number): void {
  complaints.value = complaints.value.filter((one) => one.number !== number);
}

export function sentencesOf(error: unknown): { what: string; more: readonly string[] } {
  if (error instanceof Complaint) return { what: sentence(error.message), more: [sentence(error.remedy)] };
  if (error instanceof FaultError) {
    const lines = error.faults.slice(0, MOST_LINES).map((fault) => sentence(describeFault(fault)));
    const left = error.faults.length - lines.length;
    if (left > 0) lines.push(`And ${left} more.`);
    return { what: sentence(error.message.split('\n')[0].replace(/:$/, '')), more: lines };
  }
  if (error instanceof Error && error.name === 'RecordingError')
    return {
      what: sentence(`This recording cannot be read: ${error.message}`),
      more: ['On the command line, carom info --repair writes what can be read of it anew.'],
    };
  if (error instanceof Error && error.name === 'QuotaExceededError')
    return {
      what: 'The browser gives this page no more space.',
      more: ['Delete projects in the gallery, or save recordings as files.'],
    };
  const message = error instanceof Error ? error.message : String(error);
  return {
    what: sentence(message || 'Something went wrong'),
    more: ['This should not happen: what you made is kept, so reloading is safe.'],
  };
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** Catches what nobody caught. */
export function listenToErrors(): void {
  addEventListener('error', ({ error, message }) => {
    // Browsers say this when a resize takes two rounds; nothing is lost by it.
    if (!/ResizeObserver loop/.test(message)) complain(error ?? message);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if ((reason as Error | undefined)?.name !== 'AbortError') complain(reason);
  });
}
