// Faults of what is opened, as sentences.

import type { Fault } from '../../../src/scene/fault/index.ts';

const MOST_SHOWN = 12;

/** What is wrong, where, and what to do about it. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  return (
    <ul class="fault-list" role="alert">
      {faults.slice(0, MOST_SHOWN).map((fault) => (
        <li key={`${fault.where} ${fault.what}`}>
          <span>
            <b>{fault.where.replace(/: file$/, '')}</b>: {fault.what}
            {fault.value !== undefined && <> ({fault.value})</>}.
          </span>
          <span class="open-remedy">{capital(fault.remedy)}.</span>
        </li>
      ))}
      {faults.length > MOST_SHOWN && <li>And {faults.length - MOST_SHOWN} more.</li>}
    </ul>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
