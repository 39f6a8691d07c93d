// A lesson beside the view, and below it the bench that its scene is about.

import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { addressOf } from '../../model/place.ts';
import { fitting } from '../benches.ts';
import {
  isAboutOpen,
  lesson,
  lessonBench,
  neighbours,
  readHere,
  shelf,
  titleOf,
  watchReading,
} from './lessons.ts';
import { LessonText } from './text.tsx';
import './lesson.css';

const loaded = signal<ReadonlyMap<string, ComponentType>>(new Map());

export default function LessonPanel() {
  useEffect(watchReading, []);
  const read = lesson.value;
  if (read === undefined) return <Shelf />;
  const { previous, next } = neighbours.value;
  return (
    <div class="lesson">
      <nav aria-label="Lessons">
        <button type="button" class="plain" onClick={() => readHere(undefined)}>
          All lessons
        </button>
        {previous !== undefined && <Neighbour name={previous} says="Previous" rel="prev" />}
        {next !== undefined && <Neighbour name={next} says="Next" rel="next" />}
      </nav>
      <LessonText key={read.name} blocks={read.blocks} />
      {next !== undefined && (
        <p class="lesson-on">
          Next: <a href={addressOf({ kind: 'lesson', name: next })}>{titleOf(next)}</a>
        </p>
      )}
      <BenchBelow />
    </div>
  );
}

function Neighbour({ name, says, rel }: { name: string; says: string; rel: 'prev' | 'next' }) {
  return (
    <a class="button plain" rel={rel} href={addressOf({ kind: 'lesson', name })} title={titleOf(name)}>
      {says}
    </a>
  );
}

/** Those that are about the open example come first. */
function Shelf() {
  const about = shelf.value.filter(({ name }) => isAboutOpen(name));
  const others = shelf.value.filter((one) => !about.includes(one));
  return (
    <div class="lesson">
      <p class="faint">A lesson is a short text with scenes to open and try.</p>
      <ul class="lesson-shelf">
        {[...about, ...others].map(({ name, title }) => (
          <li key={name}>
            <button type="button" onClick={() => readHere(name)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function BenchBelow() {
  useSignalEffect(() => {
    const bench = fitting.value.find(({ id }) => id === lessonBench.value);
    if (bench === undefined || bench.id === 'lesson' || loaded.peek().has(bench.id)) return;
    bench.load().then(({ default: Panel }) => {
      loaded.value = new Map(loaded.peek()).set(bench.id, Panel);
    }, complain);
  });
  const bench = fitting.value.find(({ id }) => id === lessonBench.value);
  const Panel = bench && loaded.value.get(bench.id);
  if (bench === undefined || Panel === undefined) return null;
  return (
    <section class="lesson-bench" aria-label={bench.title}>
      <h2>{bench.title}</h2>
      <Panel />
    </section>
  );
}
