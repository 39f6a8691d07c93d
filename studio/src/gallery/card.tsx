// One example: a picture of its own run, what it shows, and what to expect.

import type { ListedExample } from 'virtual:examples';
import { addressOf } from '../model/place.ts';
import { plural, roughly } from '../model/words.ts';
import { titleOf } from './filter.ts';
import { measuredOf, takes } from './takes.ts';

export function ExampleCard({ example }: { example: ListedExample }) {
  const { title, tells } = titleOf(example);
  const measured = measuredOf(example.name);
  const time = takes(example.name);
  return (
    <li class="card">
      <a href={addressOf({ kind: 'example', name: example.name })}>
        {example.picture ? (
          <img src={example.picture} alt="" loading="lazy" width={560} height={350} />
        ) : (
          <Placeholder />
        )}
        <div class="card-text">
          <h3>{title}</h3>
          <p>{tells}</p>
          <p class="card-facts">
            {example.engine && <span class="chip">{example.engine}</span>}
            {measured && measured.promise !== 'none' && <span class="chip good">{measured.promise}</span>}
            {measured && measured.bodies > 0 && <span>{plural(measured.bodies, 'body', 'bodies')}</span>}
            {time && (
              <span
                title={time.isKnown ? 'As long as it took here the last time' : 'Estimated for this machine'}
              >
                {time.isKnown || time.seconds < 1 ? '' : 'about '}
                {roughly(time.seconds)}
              </span>
            )}
          </p>
        </div>
      </a>
    </li>
  );
}

function Placeholder() {
  return (
    <svg class="placeholder" viewBox="0 0 56 35" aria-hidden="true">
      <path d="M0 27h56" />
      <rect x="17" y="17" width="9.6" height="9.6" />
      <rect x="29" y="17" width="9.6" height="9.6" />
      <rect x="23" y="6.6" width="9.6" height="9.6" transform="rotate(9 28 11)" />
    </svg>
  );
}
