// The page that `carom view` serves: one recording, a clock, and the numbers of its report.

import { httpSource, openRecording, type Recording } from '../record/index.ts';
import { Player } from './player.ts';

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

async function start(): Promise<void> {
  const recording = await openRecording(await httpSource('recording.carom'));
  const reports = await recording.reports().catch(() => undefined);
  const player = await Player.open(byId<HTMLCanvasElement>('view'), recording);
  const slider = byId<HTMLInputElement>('time');
  const button = byId<HTMLButtonElement>('play');
  const speed = byId<HTMLSelectElement>('speed');
  const { duration } = player.motion;
  byId('title').textContent = recording.scene.name;
  byId('about').textContent = describe(recording);
  slider.max = String(duration);
  slider.step = String(duration / 1000);

  const toggle = () => {
    player.playing = !player.playing;
    button.textContent = player.playing ? 'Pause' : 'Play';
  };
  button.addEventListener('click', toggle);
  slider.addEventListener('input', () => player.seek(Number(slider.value)));
  speed.addEventListener('change', () => {
    player.speed = Number(speed.value);
  });
  const bend = byId<HTMLSelectElement>('bend');
  byId('bending').hidden = recording.outline === undefined;
  bend.addEventListener('change', () => {
    player.bend = Number(bend.value);
  });
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLButtonElement) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'ArrowRight') player.step(1);
    else if (event.key === 'ArrowLeft') player.step(-1);
    else if (event.key === 'Home') player.seek(0);
    else if (event.key === 'End') player.seek(duration);
    else return;
    button.textContent = player.playing ? 'Pause' : 'Play';
    event.preventDefault();
  });
  const clock = byId('clock');
  let isTold = false;
  const numbers = byId('numbers');
  player.onTime = (time) => {
    slider.value = String(time);
    clock.textContent = `${time.toFixed(3)} s of ${duration.toFixed(3)} s`;
    if (reports) numbers.textContent = reportText(recording, reports, player.motion.indexAt(time + 1e-9));
    const { failure } = player.motion;
    if (failure !== undefined && !isTold) {
      isTold = true;
      byId('about').textContent = `Some of it cannot be shown: ${(failure as Error).message}`;
    }
  };
  Object.assign(globalThis, { player });
  document.body.dataset.state = 'ready';
}

function describe({ scene, header, frameCount, promise }: Recording): string {
  const says =
    promise.kind === 'none'
      ? 'no promise'
      : promise.kind === 'depth'
        ? `depth ≤ ${promise.limit} m`
        : promise.kind;
  return `${scene.bodies.length} bodies, ${frameCount} frames by ${header.engine} (${says})`;
}

/** The first columns of the report at a frame, such as the smallest gap and the energy. */
function reportText({ columns }: Recording, reports: Float64Array, index: number): string {
  return columns
    .slice(0, 3)
    .map(({ name, unit }, i) => `${name} ${reports[index * columns.length + i].toPrecision(4)} ${unit}`)
    .join('   ');
}

start().catch((error: unknown) => {
  document.body.dataset.state = 'failed';
  byId('about').textContent =
    `This recording cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
});
