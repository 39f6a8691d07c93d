// A lesson beside the view, and below it the bench that its scene is about.

import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { complain } from '../../model/complaints.ts';
import { fitting } from '../benches.ts';
import { lesson, lessonBench, lessons, openExample, readAnother } from './lessons.ts';
import { LessonText } from './text.tsx';
import './lesson.css';

const loaded = signal<ReadonlyMap<string, ComponentType>>(new Map());

export default function LessonPanel() {
  const read = lesson.value;
  if (read === undefined) return <Shelf />;
  return (
    <div class="lesson">
      <nav>
        <button type="button" class="plain" onClick={() => readAnother('')}>
          All lessons
        </button>
      </nav>
      <LessonText blocks={read.blocks} />
      <BenchBelow />
    </div>
  );
}

/** Those that are about the open example come first. */
function Shelf() {
  const open = openExample.value ?? '';
  const about = lessons.filter(({ examples }) => examples.includes(open));
  const others = lessons.filter((one) => !about.includes(one));
  return (
    <div class="lesson">
      <p class="faint">A lesson is a short text with scenes to open and try.</p>
      <ul class="lesson-shelf">
        {[...about, ...others].map(({ name, title }) => (
          <li key={name}>
            <button type="button" onClick={() => readAnother(name)}>
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
