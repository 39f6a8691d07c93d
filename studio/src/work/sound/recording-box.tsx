// The sound of the recording: made, looked at, played with the picture, and saved.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { film } from '../../model/film.ts';
import { growing, playing, seek, time } from '../../model/playback.ts';
import { metres, plural, short } from '../../model/words.ts';
import { stage } from '../../view/current.ts';
import { openAudio } from './audio.ts';
import { listenFromCamera } from './listener-layer.ts';
import type { Rendered } from './messages.ts';
import { muted } from './player.ts';
import { saveSound } from './save-wav.ts';
import { hasEars, isStale, listener, makeSound, placed, placeListener, rendered, setEars } from './state.ts';
import { doing } from './strike-box.tsx';
import { busy } from './worker-client.ts';

export function RecordingBox() {
  const sound = rendered.value;
  const shown = film.value;
  return (
    <>
      <div class="sound-row">
        <button
          type="button"
          aria-pressed={doing.value === 'listen'}
          onClick={() => {
            doing.value = doing.value === 'listen' ? 'strike' : 'listen';
          }}
        >
          Place the listener
        </button>
        <button
          type="button"
          onClick={() => {
            const on = stage.peek();
            if (on) listenFromCamera(on);
          }}
        >
          Listen from the camera
        </button>
        <button type="button" disabled={placed.value === undefined} onClick={() => placeListener(undefined)}>
          As usual
        </button>
        <label title="A head that faces what sounds, for headphones; otherwise one microphone">
          <input
            type="checkbox"
            checked={hasEars.value}
            onChange={({ currentTarget }) => setEars(currentTarget.checked)}
          />
          two ears
        </label>
        <span class="faint">at {listener.value.map((x) => metres(x)).join(', ')}</span>
      </div>
      {shown === undefined ? (
        <p class="faint">Run the scene to hear what happens in it.</p>
      ) : (
        <div class="sound-row">
          <button
            type="button"
            class={sound === undefined || isStale.value ? 'main' : ''}
            disabled={busy.value !== undefined || growing.value}
            onClick={() => {
              openAudio().catch(complain);
              makeSound().catch(complain);
            }}
          >
            {sound === undefined ? 'Make its sound' : 'Make it again'}
          </button>
          {sound !== undefined && (
            <>
              <button
                type="button"
                onClick={() => {
                  openAudio().catch(complain);
                  playing.value = !playing.value;
                }}
              >
                {playing.value ? 'Stop' : 'Play with the picture'}
              </button>
              <button type="button" onClick={() => void saveSound(sound, shown.scene.name).catch(complain)}>
                Save as WAV
              </button>
            </>
          )}
        </div>
      )}
      {sound !== undefined && isStale.value && (
        <p class="sound-stale">Listener or materials have changed since.</p>
      )}
      {sound !== undefined && <SoundPicture sound={sound} />}
      {sound !== undefined && <Stems sound={sound} />}
    </>
  );
}

/** Wave and spectrogram, with where the picture is; a click seeks. */
function SoundPicture({ sound }: { sound: Rendered }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const { picture, stems, rateHz } = sound;
  const length = stems[0].channels[0].length / rateHz;
  useEffect(() => {
    const { rgba, width, height } = picture;
    canvas.current?.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  }, [picture]);
  // At once, not after the next picture: it shows where the sound is.
  useEffect(
    () =>
      effect(() => {
        if (line.current) line.current.style.left = `${Math.min(100, (100 * time.value) / length)}%`;
      }),
    [length],
  );
  return (
    <figure class="sound-picture">
      <div>
        <canvas
          ref={canvas}
          width={picture.width}
          height={picture.height}
          aria-label="Wave and spectrogram"
          onPointerDown={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            seek(((clientX - left) / width) * length);
          }}
        />
        <div class="sound-line" ref={line} />
      </div>
      <figcaption
        class="faint"
        data-seconds={sound.seconds}
        data-channels={stems[0].channels.length}
        data-length={length}
      >
        {`${short(length)} s, made in ${short(sound.seconds)} s${stems[0].channels.length > 1 ? ', two ears' : ''}; `}
        {`50 Hz to 20 kHz; peak ${short(sound.peak)} Pa (${short(levelOf(sound.peak))} dB SPL)`}
      </figcaption>
    </figure>
  );
}

/** Of a tone with this peak [Pa], as sound pressure level [dB]. */
function levelOf(peak: number): number {
  return 20 * Math.log10(Math.max(1e-12, peak) / Math.SQRT2 / 2e-5);
}

function Stems({ sound }: { sound: Rendered }) {
  return (
    <ul class="sound-stems">
      {sound.stems.map(({ name, modes, impacts, peak }) => (
        <li key={name}>
          <label>
            <input
              type="checkbox"
              checked={!muted.value.has(name)}
              aria-label={`Hear ${name}`}
              onChange={({ currentTarget }) => {
                const next = new Set(muted.value);
                if (currentTarget.checked) next.delete(name);
                else next.add(name);
                muted.value = next;
              }}
            />{' '}
            {name}
          </label>
          <span class="faint">
            {modes === 0 ? 'clicks' : plural(modes, 'mode')}, {plural(impacts, 'impact')}, {short(peak)} Pa
          </span>
        </li>
      ))}
      {sound.silent.map(({ name, why }) => (
        <li key={name} class="faint">
          {name} stays silent: {why}
        </li>
      ))}
    </ul>
  );
}
