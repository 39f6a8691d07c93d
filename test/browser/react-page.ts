// What the tests of the React component do inside the page.

import { Canvas } from '@react-three/fiber';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FaultError, type SceneFile } from '../../src/scene/index.ts';
import { Carom, type CaromProps, type Playback } from '../../src/view/react.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(requestAnimationFrame);
};

function show(props: CaromProps): void {
  root.render(createElement(StrictMode, null, createElement(Canvas, null, createElement(Carom, props))));
}

/** Height of a body as it is drawn. */
function height({ objects }: Playback, body: number): number {
  const { object, bodies } = objects.instances.find((one) =>
    one.bodies.includes(body),
  ) as Playback['objects']['instances'][0];
  return object.instanceMatrix.array[16 * bodies.indexOf(body) + 13];
}

/** A scene, its recording, moments of it, something wrong, and nothing. */
async function component(scene: SceneFile, wrong: SceneFile) {
  let playback: Playback | undefined;
  const ready: Playback[] = [];
  const onReady = (opened: Playback) => {
    playback = opened;
    ready.push(opened);
  };
  let shown = Number.NaN;
  const onTime = (time: number) => {
    shown = time;
  };
  show({ scene, onReady, onTime, simulate: { ahead: 2 } });
  await until(() => shown > 0.05);
  const live = (playback as Playback | undefined)?.motion.live;
  // The same again, written anew, does not start anew.
  show({ scene: structuredClone(scene), onReady, onTime, simulate: { ahead: 2 } });
  await until(() => shown > 0.1);
  const started = new Set(ready).size;
  const lateHeight = height(playback as Playback, 3);
  const blob = live?.blob() as Blob;

  playback = undefined;
  show({ recording: blob, onReady, onTime, time: 0 });
  await until(() => playback !== undefined && shown === 0);
  const wasEnded = live?.ended?.ended;
  const firstHeight = height(playback as unknown as Playback, 3);

  let error: Error | undefined;
  show({
    scene: wrong,
    onError: (reason) => {
      error = reason;
    },
  });
  await until(() => error !== undefined);
  const refused = error instanceof FaultError && error.faults[0].where;
  const parent = (playback as unknown as Playback).root.parent;
  root.unmount();
  return { started, firstHeight, lateHeight, wasEnded, refused, isOut: parent === null };
}

Object.assign(globalThis, { component });
