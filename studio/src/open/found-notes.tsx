// What of mesh files has no place in a scene, and what was done to the rest.

import type { ComponentChildren } from 'preact';
import type { Imported } from './import-messages.ts';

const MOST_NOTES = 50;

export function FoundNotes({ made: { notes, unmapped } }: { made: Imported }) {
  const dropped = unmapped.map(({ what, where, why }) => `${what} of ${where}: ${why}`);
  return (
    <>
      <Notes lines={dropped}>
        <summary class="open-warn">
          {dropped.length} {dropped.length === 1 ? 'thing does' : 'things do'} not map
        </summary>
      </Notes>
      <Notes lines={notes}>
        <summary>
          {notes.length} {notes.length === 1 ? 'note' : 'notes'}
        </summary>
      </Notes>
    </>
  );
}

function Notes({ lines, children }: { lines: readonly string[]; children: ComponentChildren }) {
  if (lines.length === 0) return null;
  return (
    <details class="import-notes" open={lines.length <= 3}>
      {children}
      <ul>
        {lines.slice(0, MOST_NOTES).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MOST_NOTES && <li>And {lines.length - MOST_NOTES} more.</li>}
      </ul>
    </details>
  );
}
