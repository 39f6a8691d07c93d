'use client';
// carom/react: a recording or a live simulation as a component for react-three-fiber. Needs react, three and
// @react-three/fiber beside it. Nothing here touches the page before it is mounted, so servers may render it.
//
//   <Canvas shadows camera={{ position: [1, 1, 2] }}>
//     <ambientLight /> <directionalLight position={[1, 2, 1]} castShadow />
//     <Carom scene={scene} onTime={setTime} />
//   </Canvas>

import { type ThreeElements, useFrame, useThree } from '@react-three/fiber';
import { createElement, type ReactElement, useEffect } from 'react';
import { Grab } from './grab.ts';
import type { Playback } from './playback.ts';
import { type CaromSource, useCarom } from './use-carom.ts';

export { Playback } from './playback.ts';
export { type CaromSource, type CaromState, useCarom } from './use-carom.ts';

/** Everything that a group takes (position, scale, children, …), and: */
export interface CaromProps extends CaromSource, Omit<ThreeElements['group'], 'ref'> {
  /** Whether time goes on; true unless said. */
  readonly playing?: boolean;
  /** Shows this moment [s] and lets no clock run. */
  readonly time?: number;
  /** Seconds of the motion for a second of the clock; negative plays backwards. */
  readonly speed?: number;
  /** Whether it begins again at the end; true unless said. */
  readonly loop?: boolean;
  /** What bending is multiplied with: most of it is too small to see. */
  readonly bend?: number;
  /** Whether the bodies of a live simulation can be dragged; yes unless said. */
  readonly grab?: boolean;
  /** After every drawn frame. [s] */
  readonly onTime?: (time: number) => void;
  /** Once there is something to see. */
  readonly onReady?: (playback: Playback) => void;
  /** What went wrong. */
  readonly onError?: (error: Error) => void;
}

/** At most so much of the clock counts for one drawn frame [s]: a page that slept goes on where it was. */
const LONGEST = 0.1;

/** A recording, a scene or a simulation, inside a `Canvas` of react-three-fiber. */
export function Carom(props: CaromProps): ReactElement | null {
  const { recording, scene, simulate, live, ...rest } = props;
  const { playing = true, time, speed = 1, loop = true, bend = 1, grab = true, ...more } = rest;
  const { onTime, onReady, onError, children, ...group } = more;
  const { playback, error } = useCarom({ recording, scene, simulate, live });

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, by whoever listens then.
  useEffect(() => {
    if (playback) onReady?.(playback);
  }, [playback]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, by whoever listens then.
  useEffect(() => {
    if (error && onError) onError(error);
    else if (error) console.error(error);
  }, [error]);
  useGrab(grab ? playback : undefined);

  useFrame((_, elapsed) => {
    if (!playback) return;
    playback.playing = playing && time === undefined;
    playback.speed = speed;
    playback.loop = loop;
    playback.bend = bend;
    if (time !== undefined) playback.seek(time);
    playback.update(Math.min(elapsed, LONGEST));
    onTime?.(playback.time);
  });

  if (!playback) return null;
  return createElement('group', group, createElement('primitive', { object: playback.root }), children);
}

/** Lets a pointer drag bodies; default controls (drei's `makeDefault`) rest meanwhile. */
function useGrab(playback: Playback | undefined): void {
  const element = useThree(({ gl }) => gl.domElement);
  const camera = useThree((state) => state.camera);
  const controls = useThree((state) => state.controls) as { enabled?: boolean } | null;
  useEffect(() => {
    if (!playback?.motion.live) return;
    const grab = new Grab(element, camera, playback);
    grab.onGrab = (held) => {
      if (controls) controls.enabled = !held;
    };
    return () => grab.dispose();
  }, [playback, element, camera, controls]);
}
