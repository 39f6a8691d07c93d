import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { box, defineScene, resolveScene } from '../../../src/scene/index.ts';
import { type Film, film } from '../../../studio/src/model/film.ts';
import { loop, playing, speed, time } from '../../../studio/src/model/playback.ts';
import { scene } from '../../../studio/src/model/project.ts';
import { shortcuts } from '../../../studio/src/model/shortcuts.ts';
import { addTimelineKeys, play, scrubTo, toEnd, toFrame } from '../../../studio/src/timeline/transport.ts';
import { tool } from '../../../studio/src/view/layers/overlays.ts';
import { showsStart, shownFilm, shownScene, watchEdits } from '../../../studio/src/view/shown.ts';

const sceneNamed = (name: string) =>
  resolveScene(defineScene({ name, bodies: [box({ size: [1, 1, 1], density: 1 })] })).scene;

/** Eleven frames, a tenth of a second apart. */
function filmOf(name: string): Film {
  return { scene: sceneNamed(name), frameCount: signal(11), time: (index: number) => index / 10 } as Film;
}

function press(key: string): void {
  shortcuts.value.find((one) => one.key === key)?.act();
}

beforeEach(() => {
  film.value = filmOf('film');
  time.value = 0;
  playing.value = false;
  loop.value = true;
  speed.value = 1;
});

afterEach(() => {
  film.value = undefined;
  scene.value = undefined;
  tool.value = 'select';
});

describe('the timeline', () => {
  test('plays forwards and backwards, and stops by the same button', () => {
    play(1);
    expect([playing.value, speed.value]).toEqual([true, 1]);
    play(-1);
    expect([playing.value, speed.value]).toEqual([true, -1]);
    play(-1);
    expect(playing.value).toBe(false);
  });

  test('begins anew from the end where it does not loop', () => {
    loop.value = false;
    toEnd();
    expect(time.value).toBe(1);
    play(1);
    expect(time.value).toBe(0);
    playing.value = false;
    play(-1);
    expect(time.value).toBe(1);
  });

  test('scrubs to frames, or anywhere when asked to', () => {
    scrubTo(0.26, false);
    expect(time.value).toBe(0.3);
    scrubTo(0.24, false);
    expect(time.value).toBe(0.2);
    scrubTo(0.26, true);
    expect(time.value).toBe(0.26);
    scrubTo(7, false);
    expect(time.value).toBe(1);
    toFrame(4);
    expect(time.value).toBe(0.4);
    toFrame(-3);
    expect(time.value).toBe(0);
  });

  test('answers its keys, and no longer when it has gone', () => {
    const remove = addTimelineKeys();
    press('ArrowRight');
    press('Shift+ArrowRight');
    expect(time.value).toBe(1);
    press(',');
    expect(time.value).toBe(0.9);
    press('R');
    press('-');
    expect(speed.value).toBe(-0.5);
    for (let i = 0; i < 20; i++) press('-');
    expect(speed.value).toBe(-0.01);
    for (let i = 0; i < 20; i++) press('+');
    expect(speed.value).toBe(-4);
    press('L');
    expect(loop.value).toBe(false);
    press('Space');
    expect(playing.value).toBe(true);
    remove();
    expect(shortcuts.value.filter(({ group }) => group === 'Timeline')).toEqual([]);
  });
});

describe('what is shown', () => {
  test('is the film; the start once the scene is changed; the film again when it is played', () => {
    scene.value = sceneNamed('as it was');
    const stop = watchEdits();
    expect(shownFilm.value).toBe(film.value);
    scene.value = sceneNamed('changed');
    expect(showsStart.value).toBe(true);
    expect(shownScene.value?.name).toBe('changed');
    time.value = 0.5;
    expect(shownScene.value?.name).toBe('film');
    scene.value = sceneNamed('changed again');
    expect(showsStart.value).toBe(true);
    film.value = filmOf('another');
    expect(shownScene.value?.name).toBe('another');
    stop();
  });

  test('is the start while something is placed', () => {
    scene.value = sceneNamed('open');
    tool.value = 'move';
    expect(shownScene.value?.name).toBe('open');
    tool.value = 'select';
    expect(shownScene.value?.name).toBe('film');
    // A recording alone has no other start.
    scene.value = undefined;
    tool.value = 'turn';
    expect(shownFilm.value).toBe(film.value);
  });
});
