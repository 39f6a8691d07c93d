// The clock of what is shown: buttons, numbers that can be typed, and the track.

import { useEffect } from 'preact/hooks';
import { film } from '../model/film.ts';
import { duration, frameIndex, loop, playing, speed, step, time } from '../model/playback.ts';
import { readReports } from '../plots/report-table.ts';
import { Icon, type IconName } from '../view/icons.tsx';
import { startClock } from './clock.ts';
import { NumberField } from './number-field.tsx';
import { Track } from './track.tsx';
import { addTimelineKeys, play, scrubTo, setSpeed, SPEEDS, toEnd, toFrame, toStart } from './transport.ts';
import './timeline.css';

export function Timeline() {
  useEffect(() => {
    const stops = [startClock(), addTimelineKeys(), readReports()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const count = film.value?.frameCount.value ?? 0;
  const isEmpty = count === 0;
  const isForward = playing.value && speed.value > 0;
  const isBackward = playing.value && speed.value < 0;
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="transport">
        <span class="transport-group">
          <Knob icon="first" title="To the start (Home)" disabled={isEmpty} act={toStart} />
          <Knob icon="back" title="One frame back (← or ,)" disabled={isEmpty} act={() => step(-1)} />
          <Knob
            icon={isBackward ? 'pause' : 'reverse'}
            title={isBackward ? 'Pause (Space)' : 'Play backwards (R turns round)'}
            disabled={isEmpty}
            act={() => play(-1)}
          />
          <Knob
            icon={isForward ? 'pause' : 'play'}
            title={isForward ? 'Pause (Space)' : 'Play (Space)'}
            disabled={isEmpty}
            isMain
            act={() => play(1)}
          />
          <Knob icon="forward" title="One frame on (→ or .)" disabled={isEmpty} act={() => step(1)} />
          <Knob icon="last" title="To the end (End)" disabled={isEmpty} act={toEnd} />
          <Knob
            icon="loop"
            title="Play in a loop (L)"
            pressed={loop.value}
            act={() => {
              loop.value = !loop.value;
            }}
          />
        </span>
        <label class="speed">
          <span>Speed</span>
          <select
            value={String(Math.abs(speed.value))}
            onChange={(event) => setSpeed(Number(event.currentTarget.value))}
          >
            {SPEEDS.map((one) => (
              <option key={one} value={String(one)}>
                {one}×
              </option>
            ))}
          </select>
        </label>
        <span class="numbers">
          <NumberField
            label="Time"
            unit="s"
            value={time.value}
            digits={3}
            disabled={isEmpty}
            set={(to) => {
              playing.value = false;
              scrubTo(to, true);
            }}
          />
          <span class="of">of {duration.value.toFixed(3)} s</span>
          <NumberField
            label="Frame"
            value={frameIndex.value}
            digits={0}
            disabled={isEmpty}
            set={(to) => toFrame(Math.round(to))}
          />
          <span class="of">of {Math.max(0, count - 1)}</span>
        </span>
      </div>
      <Track />
    </section>
  );
}

interface KnobProps {
  readonly icon: IconName;
  readonly title: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly isMain?: boolean;
  readonly act: () => void;
}

function Knob({ icon, title, disabled, pressed, isMain, act }: KnobProps) {
  return (
    <button
      type="button"
      class={isMain ? 'knob main' : 'knob'}
      title={title}
      aria-label={title.replace(/ \(.*/, '')}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}
