// The past that is looked at: what it is worth, and what can be done with it.

import type { ComponentChildren } from 'preact';
import {
  type Miss,
  type RefinedIsland,
  verdictMeanings,
} from '../../../../src/engines/lcp/backward/index.ts';
import { complain } from '../../model/complaints.ts';
import { scene } from '../../model/project.ts';
import { selected } from '../../model/selection.ts';
import { metres, plural, short } from '../../model/words.ts';
import { isGoing } from '../../run/session.ts';
import { meanings, plain } from './level.ts';
import { chosen, isStale, playChosen, progress, refineChosen } from './state.ts';

const MOST_MISSES = 5;
/** [m] or [m/s] */
const ROUNDING = 1e-9;

export function CertificateBox() {
  const one = chosen.value;
  if (one === undefined) return null;
  const { sample, certificate } = one;
  const { bodies, reached, forced, ghosts, overrides, largestRealignment } = certificate;
  const came = Math.round(sample.arrived * bodies.length);
  const reaches = Math.round(reached * bodies.length);
  const missing = bodies.filter((body) => !body.reaches).sort((a, b) => b.missBy - a.missBy);
  const level = plain(sample);
  const isRefined = sample.refined.length > 0;
  return (
    <section class="past-certificate" aria-label="This past" data-level={level}>
      <div class="past-row">
        <button
          type="button"
          class="main"
          disabled={isGoing() || isStale.value}
          onClick={() => void playChosen().catch(complain)}
        >
          Play it
        </button>
        <button
          type="button"
          disabled={progress.value !== undefined || isStale.value || sample.strict || isRefined}
          title={
            sample.strict
              ? 'It needs no help already'
              : isRefined
                ? 'It was refined as far as it can be'
                : 'Move its start until the engine reaches the end by itself'
          }
          onClick={() => void refineChosen().catch(complain)}
        >
          Refine it
        </button>
        <span class="faint">seed {sample.seed}</span>
      </div>
      <p class="past-meaning">
        <b class={sample.verdict === 'good' ? 'past-good' : ''}>{sample.verdict}</b>:{' '}
        {verdictMeanings[sample.verdict]}. <b>Level {level}.</b> {meanings[level]}{' '}
        <button type="button" class="plain past-link" onClick={() => void readAbout().catch(complain)}>
          What the levels mean
        </button>
      </p>
      <dl>
        <Level name="A" holds={sample.strict}>
          Without help {reaches} of {plural(bodies.length, 'body', 'bodies')} {reaches === 1 ? 'ends' : 'end'}{' '}
          within 1 mm and 1° of the wish; {came} of them came from elsewhere.
        </Level>
        <Level name="B" holds={sample.replays}>
          {sample.replays
            ? 'With its log it ends at the wish, every bit of it.'
            : 'Even with its log it ends elsewhere.'}{' '}
          {largestRealignment < ROUNDING
            ? 'The log moves bodies by rounding only.'
            : `The log moves a body by at most ${metres(largestRealignment)}.`}
        </Level>
        <Level name="C" holds={forced === 0}>
          {forced === 0
            ? 'Nothing was forced.'
            : `${short(100 * forced)} % of all impulses were forced: ${plural(ghosts, 'push', 'pushes')} without a cause, ${plural(overrides, 'contact')} with another law.`}
        </Level>
      </dl>
      {isRefined && <Islands islands={sample.refined} />}
      {missing.length > 0 && (
        <ul class="past-misses">
          {missing.slice(0, MOST_MISSES).map(({ body, missBy, missAngle }) => (
            <li key={body}>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  selected.value = [body];
                }}
              >
                {scene.value?.bodies[body]?.name ?? `body ${body}`}
              </button>{' '}
              misses by {metres(missBy)} and {short((missAngle * 180) / Math.PI)}°
            </li>
          ))}
          {missing.length > MOST_MISSES && <li>and {missing.length - MOST_MISSES} more</li>}
        </ul>
      )}
      <p class="faint">
        At most {short(sample.topSpeed)} m/s and {short(sample.topTurn)} rad/s (up to {short(sample.natural)}{' '}
        m/s is natural from {short(sample.height)} m). {plural(sample.bounces, 'bounce')},{' '}
        {plural(sample.collisions, 'collision')} between bodies, {plural(sample.retries, 'choice')} taken
        back, found in {short(sample.wallSeconds)} s.
      </p>
    </section>
  );
}

/** What refining did to bodies that touch or are joined on their way. */
function Islands({ islands }: { islands: readonly RefinedIsland[] }) {
  const closed = islands.filter((island) => island.closed).length;
  const nameOf = (body: number) => scene.value?.bodies[body]?.name ?? `body ${body}`;
  return (
    <div class="past-islands" data-closed={closed}>
      <p class="faint">
        Refining closed {closed} of {plural(islands.length, 'island')}.
      </p>
      <ul>
        {islands.slice(0, MOST_MISSES).map(({ bodies, before, after, how, closed: isClosed }) => (
          <li key={bodies.join(' ')} class={isClosed ? '' : 'faint'}>
            {bodies.slice(0, 3).map(nameOf).join(', ')}
            {bodies.length > 3 ? ` and ${bodies.length - 3} more` : ''}:{' '}
            {isClosed
              ? `from ${missed(before)} to ${missed(after)}${how === 'nothing' ? '' : `, by ${how}`}`
              : `not closed, still off by ${missed(before)}`}
          </li>
        ))}
        {islands.length > MOST_MISSES && <li>and {islands.length - MOST_MISSES} more</li>}
      </ul>
    </div>
  );
}

function missed({ distance, angle }: Miss): string {
  return `${metres(distance)} and ${short((angle * 180) / Math.PI)}°`;
}

/** The lesson about pasts, beside the view. */
async function readAbout(): Promise<void> {
  const { readHere } = await import('../lesson/lessons.ts');
  readHere('where-from');
}

function Level({ name, holds, children }: { name: string; holds: boolean; children: ComponentChildren }) {
  return (
    <div>
      <dt class={holds ? 'past-good' : 'past-open'} title={holds ? 'holds' : 'does not hold'}>
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
