// A punch: a cam lifts a ram through a guide and lets it drop, over and over.
//
// The cam stands a little aside, so that it pushes the ram askew; how far it tilts is decided by the play in
// the guide alone.

import { type BodyFile, box, defineScene, mesh, type SceneFile } from '../../../src/scene/index.ts';
import { circle, extrude, reversedRing } from '../../../src/geometry/primitives/index.ts';
import { bodyHeight, bodyTilt, type Outcome } from '../../../src/sim/index.ts';
import { rectangle } from './solids.ts';

// All lengths [m]; z is up.
const half = 0.015; // of the ram's width
const ramHeight = 0.2;
const guideHeight = 0.06;
const [camRadius, eccentricity] = [0.03, 0.012];
const aside = 0.008;

const steel = { material: 'steel', friction: 0.1 } as const;

/** How far the ram can tilt in a guide with this play on each side [rad]. */
export function mostTilt(play: number): number {
  return (2 * play) / guideHeight;
}

/** @param play  between ram and guide, on each side [m] */
export function punch(name: string, play: number): SceneFile {
  const bore = half + play;
  const ram: BodyFile = {
    ...box({ size: [2 * half, 2 * half, ramHeight], ...steel, color: '#c8553d' }),
    name: 'ram',
    // On the cam, which starts at its lowest.
    position: [0, 0, camRadius - eccentricity + ramHeight / 2 + 0.0001],
  };
  const outline = rectangle([-0.04, 0.04, -0.04, 0.04]);
  const hole = reversedRing(rectangle([-bore, bore, -bore, bore]));
  return defineScene({
    name,
    engine: 'ipc',
    up: 'z',
    duration: 2,
    frameRateHz: 100,
    bodies: [
      {
        // The cam's circle about its own axis at the origin: its middle hangs below at the start.
        ...mesh(extrude([circle(camRadius, 48, 0, -eccentricity)], -0.01, 0.01), steel),
        name: 'cam',
        position: [aside, 0, 0],
        // Laid down so that its axis is along y, then turned about that, one round a second.
        path: { keys: camKeys(2) },
        rotation: { axis: 'x', degrees: 90 },
        color: '#f28f3b',
      },
      ram,
      {
        ...mesh(extrude([outline, hole], 0, guideHeight), steel),
        name: 'guide',
        motion: 'static',
        position: [0, 0, 0.11],
        color: '#8d99ae',
      },
    ],
  });
}

/** A quarter about x, then so many rounds about y, in steps of 5°. */
function camKeys(rounds: number): { time: number; rotation: { euler: [number, number, number] } }[] {
  return Array.from({ length: 72 * rounds + 1 }, (_, i) => ({
    time: i / 72,
    rotation: { euler: [90, 5 * i, 0] },
  }));
}

/** The highest the ram came above where it started [m]. */
export function highest(r: Outcome): number {
  return Math.max(...Array.from(r.times, (t) => bodyHeight(r, 'ram', t))) - bodyHeight(r, 'ram', 'first');
}

/** The most the ram ever tilted [rad]. */
export function steepest(r: Outcome): number {
  return Math.max(...Array.from(r.times, (t) => bodyTilt(r, 'ram', t)));
}

/** How far the cam lifts what stands right above its axis [m]. */
export const lift = 2 * eccentricity;
