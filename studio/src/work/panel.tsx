// The side of the view: plots, or the bench that is chosen.

import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { complain } from '../model/complaints.ts';
import { scene } from '../model/project.ts';
import { isPlacing, placesFrames } from '../view/shown.ts';
import { fitting, openBench, showBench } from './benches.ts';
import './work.css';

const loaded = signal<ReadonlyMap<string, ComponentType>>(new Map());

export function WorkPanel() {
  useSignalEffect(() => {
    const { id, load } = openBench.value;
    if (loaded.peek().has(id)) return;
    load().then(({ default: Panel }) => {
      loaded.value = new Map(loaded.peek()).set(id, Panel);
    }, complain);
  });
  // Bodies of a specification are moved by their frames, and those by their bench.
  useSignalEffect(() => {
    if (isPlacing.value && scene.value?.specification !== undefined && !placesFrames.peek())
      showBench('equations');
  });
  const { id, title } = openBench.value;
  const Panel = loaded.value.get(id);
  return (
    <section class="work" aria-label={title} data-bench={id}>
      {fitting.value.length > 1 && (
        <div class="work-tabs" role="tablist" aria-label="Benches">
          {fitting.value.map((bench) => (
            <button
              key={bench.id}
              type="button"
              role="tab"
              title={bench.what}
              aria-selected={bench.id === id}
              onClick={() => showBench(bench.id)}
            >
              {bench.title}
            </button>
          ))}
        </div>
      )}
      {Panel ? <Panel /> : <p class="loading">Opening…</p>}
    </section>
  );
}
