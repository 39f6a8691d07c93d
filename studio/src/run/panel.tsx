// The run of the open scene: engine, start and stop, how far it is, what came of it.

import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { examples } from 'virtual:examples';
import { describeFault, type Fault } from '../../../src/scene/fault/index.ts';
import type { Parameter } from '../../../src/scene/index.ts';
import { titleOf } from '../gallery/filter.ts';
import { sendInput } from '../model/drag.ts';
import { film } from '../model/film.ts';
import { faults, type Project, project, scene } from '../model/project.ts';
import { shortcut } from '../model/shortcuts.ts';
import { plural, roughly, short } from '../model/words.ts';
import { engineIds, engines, loadEngine, promiseOf } from './engines.ts';
import { ExpectedList } from './expected.tsx';
import { OptionsForm } from './options-form.tsx';
import { cancelRun, continueRun, isGoing, pauseRun, realTime, run, startRun, watchRun } from './session.ts';
import { ParameterSlider } from './parameter-slider.tsx';
import { setEngine } from './settings.ts';
import { Verdict } from './verdict.tsx';
import { watchJudge } from './judge.ts';
import './run.css';

/** The one that is named, or tried first. */
function engineOf({ file }: Project): string {
  return file.engine ?? run.value.engine ?? engineIds[0];
}

/** Starts, pauses or goes on, whichever makes sense. */
function pressRun(): void {
  const { state } = run.value;
  if (state === 'running') pauseRun();
  else if (state === 'paused') void continueRun();
  else if (state !== 'starting') void startRun();
}

export function RunPanel() {
  useEffect(() => {
    const stops = [watchRun(), watchJudge(), shortcut('Ctrl+Enter', 'Run, pause or go on', pressRun, 'Run')];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useSignalEffect(() => {
    if (project.value !== undefined) loadEngine(engineOf(project.value));
  });
  const { state, apart, what, faults: reasons } = run.value;
  const opened = project.value;
  return (
    <section class="run" aria-label="Run" data-run={state}>
      <About />
      {opened !== undefined && <EngineChoice />}
      {opened !== undefined && <Controls />}
      {opened === undefined && <Facts />}
      <Progress />
      {apart && <p class="faint">{apart}</p>}
      {what !== undefined && <Reasons what={what} faults={reasons ?? []} />}
      <Verdict />
      {opened !== undefined && <ExpectedList />}
      {opened !== undefined && <Parameters />}
      {opened !== undefined && <Options />}
    </section>
  );
}

/** What the scene says of itself, or what the gallery says of the example. */
function About() {
  const shown = scene.value ?? film.value?.scene;
  const example = examples.find(({ name }) => name === project.value?.example);
  const text = shown?.description || (example && titleOf(example).tells);
  return text ? <p class="about">{text}</p> : null;
}

function EngineChoice() {
  const chosen = project.value?.file.engine;
  const engine = engines.value.get(chosen ?? '');
  const known = chosen === undefined || engineIds.includes(chosen);
  return (
    <div class="engine">
      <label>
        <span>Engine</span>
        <select
          value={chosen ?? ''}
          disabled={isGoing()}
          onChange={({ currentTarget }) => void setEngine(currentTarget.value || undefined)}
        >
          <option value="">by what the scene is made of</option>
          {engineIds.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
          {!known && <option value={chosen}>{chosen} (not here)</option>}
        </select>
      </label>
      {engine && (
        <p class="faint">
          {engine.title}; {promiseOf(engine.promise)}.
        </p>
      )}
    </div>
  );
}

/** What there is to say of a recording. */
function Facts() {
  const shown = film.value;
  if (shown === undefined) return null;
  const { engine, scene: recorded, frameCount } = shown;
  return (
    <p class="faint">
      {plural(frameCount.value, 'frame')} at {short(recorded.frameRateHz)} Hz, made by {engine}.
    </p>
  );
}

function Controls() {
  const { state, frames, total } = run.value;
  const isSound = scene.value !== undefined && faults.value.length === 0;
  const canGoOn = (state === 'paused' || state === 'cancelled') && frames < total && film.value !== undefined;
  return (
    <div class="controls">
      {state === 'running' || state === 'starting' ? (
        <button type="button" class="main" disabled={state === 'starting'} onClick={pauseRun}>
          Pause
        </button>
      ) : canGoOn ? (
        <button type="button" class="main" onClick={() => void continueRun()}>
          Go on
        </button>
      ) : (
        <button
          type="button"
          class="main"
          disabled={!isSound}
          onClick={() => void startRun()}
          title="Ctrl+Enter"
        >
          {state === 'none' ? 'Run' : 'Run again'}
        </button>
      )}
      {isGoing() && (
        <button type="button" onClick={cancelRun} disabled={state === 'starting'}>
          Cancel
        </button>
      )}
      {canGoOn && !isGoing() && (
        <button type="button" disabled={!isSound} onClick={() => void startRun()}>
          Run again
        </button>
      )}
      <label
        class="real-time"
        title="Keep to the pace of the clock, so that bodies can be dragged while it runs"
      >
        <input
          type="checkbox"
          checked={realTime.value}
          disabled={isGoing()}
          onChange={({ currentTarget }) => {
            realTime.value = currentTarget.checked;
          }}
        />
        real time
      </label>
    </div>
  );
}

function Progress() {
  const { state, frames, total, left, threads } = run.value;
  if (state === 'none') {
    if (film.value !== undefined) return null;
    return <p class="faint">Not run yet.</p>;
  }
  const isHidden = film.value === undefined && state !== 'starting';
  const said: Record<typeof state, string> = {
    starting: 'Starting…',
    running: left === undefined ? 'Running…' : left < 0.5 ? 'Nearly done' : `${roughly(left)} left`,
    paused: 'Paused',
    finished: isHidden ? 'Of the scene before your changes' : 'Done',
    cancelled: isHidden ? 'Of the scene before your changes' : 'Cancelled',
    failed: 'Stopped safely',
  };
  return (
    <div class="progress">
      <progress max={total || 1} value={frames} aria-label="Frames made" />
      <p>
        <span role="status">{said[state]}</span>
        <span class="faint">
          {frames} of {plural(total, 'frame')}
          {state === 'running' && threads !== undefined && threads > 1 ? `, ${threads} threads` : ''}
        </span>
      </p>
    </div>
  );
}

const MOST_REASONS = 8;

function Reasons({ what, faults: all }: { what: string; faults: readonly Fault[] }) {
  return (
    <div class="reasons" role="alert">
      <strong>{what}</strong>
      <ul>
        {all.slice(0, MOST_REASONS).map((fault) => (
          <li key={describeFault(fault)}>{describeFault(fault)}</li>
        ))}
      </ul>
      {all.length > MOST_REASONS && <p class="faint">And {all.length - MOST_REASONS} more.</p>}
    </div>
  );
}

function Parameters() {
  const list = scene.value?.parameters ?? [];
  if (list.length === 0) return null;
  return (
    <fieldset class="parameters">
      <legend>Parameters</legend>
      {list.map((parameter, index) => (
        <Slider key={parameter.name} parameter={parameter} index={index} />
      ))}
    </fieldset>
  );
}

function Slider({ parameter, index }: { parameter: Parameter; index: number }) {
  const { name, unit } = parameter;
  const value = useSignal(parameter.value);
  useSignalEffect(() => {
    const now = scene.value?.parameters[index];
    if (now !== undefined && sendInput.value === undefined) value.value = now.value;
  });
  return (
    <ParameterSlider class="slider" parameter={parameter} index={index} value={value}>
      <span>{name}</span>
      <span class="slider-value">
        {short(value.value)} {unit}
      </span>
    </ParameterSlider>
  );
}

function Options() {
  const id = project.value && engineOf(project.value);
  const engine = engines.value.get(id ?? '');
  if (engine === undefined) return null;
  return (
    <details class="options-fold">
      <summary>Options of {id}</summary>
      <fieldset disabled={isGoing()}>
        <OptionsForm engine={engine} given={project.value?.file.options ?? {}} />
      </fieldset>
    </details>
  );
}
