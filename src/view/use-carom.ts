// What a React component plays: opened when it is mounted, closed when it goes.

import { useEffect, useState } from 'react';
import { type Live, type LiveChoices, startLive } from '../live/index.ts';
import { blobSource, httpSource, openRecording, type Recording } from '../record/index.ts';
import type { SceneFile } from '../scene/schema/index.ts';
import type { Scene } from '../scene/index.ts';
import type { Source } from './motion.ts';
import { Playback } from './playback.ts';

/** Exactly one of these. */
export interface CaromSource {
  /** Opened, or its bytes, or its address. */
  readonly recording?: Recording | Blob | string;
  /** Simulated while it is shown, in a worker. A scene file may be written in place: what counts is what it says. */
  readonly scene?: SceneFile | Scene;
  /** How to simulate `scene`; in real time (`ahead: 4`) unless said. Read when it starts. */
  readonly simulate?: LiveChoices;
  /** A simulation that somebody else started, and ends. */
  readonly live?: Live;
}

/** What `useCarom` gives. */
export interface CaromState {
  /** Once there is something to see. */
  readonly playback?: Playback;
  /** The simulation, where one runs. */
  readonly live?: Live;
  /** What went wrong. */
  readonly error?: Error;
}

const NOTHING: CaromState = {};

/** Opens a recording, or starts a simulation, for as long as a component is shown. */
export function useCarom(source: CaromSource): CaromState {
  const [state, setState] = useState<CaromState>(NOTHING);
  const key = keyOf(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a source that says the same is the same.
  useEffect(() => {
    let isGone = false;
    let close = () => {};
    const open = async () => {
      const opened = await openSource(source);
      close = opened.close;
      if (isGone) return close();
      const playback = await Playback.open(opened.source);
      close = () => {
        playback.dispose();
        opened.close();
      };
      if (isGone) return close();
      setState({ playback, live: playback.motion.live });
    };
    open().catch((reason: unknown) => {
      close();
      const error = reason instanceof Error ? reason : new Error(String(reason));
      if (!isGone) setState({ error });
    });
    return () => {
      isGone = true;
      close();
      setState(NOTHING);
    };
  }, [key]);
  return state;
}

/** A scene file by what it says, everything else by which it is. */
function keyOf({ recording, scene, live }: CaromSource): unknown {
  if (scene && !('meshes' in scene)) return JSON.stringify(scene);
  return recording ?? scene ?? live;
}

async function openSource({
  recording,
  scene,
  simulate,
  live,
}: CaromSource): Promise<{ source: Source; close: () => void }> {
  const nothing = () => {};
  if (live) return { source: live, close: nothing };
  if (scene) {
    const own = await startLive({ ahead: 4, ...simulate, scene });
    return { source: own, close: () => own.kill() };
  }
  if (typeof recording === 'string') {
    const own = await openRecording(await httpSource(recording));
    return { source: own, close: () => void own.close() };
  }
  if (recording instanceof Blob)
    return { source: await openRecording(blobSource(recording)), close: nothing };
  if (recording) return { source: recording, close: nothing };
  throw new Error('give Carom a recording, a scene or a live simulation');
}
