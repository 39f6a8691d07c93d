// What went wrong, at the lower edge until it is read.

import { complaints, dismiss } from './model/complaints.ts';

export function Complaints() {
  return (
    <div class="complaints" role="alert" aria-live="assertive">
      {complaints.value.map(({ number, what, more }) => (
        <div class="complaint" key={number}>
          <div>
            <strong>{what}</strong>
            {more.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          <button type="button" class="plain" onClick={() => dismiss(number)} aria-label="Dismiss">
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
