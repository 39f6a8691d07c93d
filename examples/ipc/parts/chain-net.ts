// A net of rings and connecting links, its border held, and a heavy ball that falls into it.
//
// Rings lie flat at the points of a square grid; between neighbours stands a link that goes through both. Nothing
// but contact holds the net together.

import {
  type BodyFile,
  defineScene,
  primitive,
  type SceneFile,
  sphere,
  turn,
} from '../../../src/scene/index.ts';
import { bodyHeight, bodyNames, distanceBetween, type Outcome } from '../../../src/sim/index.ts';

type Triple = [number, number, number];

// All sizes [m], at scale 1.
const spacing = 0.09;
const ring = { length: 0.068, width: 0.068, thickness: 0.008 };
const link = { length: 0.064, width: 0.032, thickness: 0.008 };
const ballRadius = 0.09;

export interface NetShape {
  /** Rings along each side, two of them the border. */
  readonly rings: number;
  readonly style: 'solid' | 'wire';
  readonly scale: number;
}

export function chainNet(name: string, { rings, style, scale }: NetShape): SceneFile {
  const middle = (rings - 1) / 2;
  const at = (i: number, j: number): Triple => [
    scale * spacing * (i - middle),
    0,
    scale * spacing * (j - middle),
  ];
  const bodies: BodyFile[] = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < rings; j++) {
      const border = i === 0 || j === 0 || i === rings - 1 || j === rings - 1;
      bodies.push({
        ...part(ring, style, scale),
        name: `ring-${i}-${j}`,
        motion: border ? 'static' : 'dynamic',
        position: at(i, j),
        rotation: turn('x', Math.PI / 2),
        color: '#8d99ae',
      });
      // Links between two rings of the border would hold nothing.
      const along = j > 0 && j < rings - 1;
      const across = i > 0 && i < rings - 1;
      if (i + 1 < rings && along)
        bodies.push({ ...part(link, style, scale), ...connector(`link-x-${i}-${j}`, at(i + 0.5, j)) });
      if (j + 1 < rings && across)
        bodies.push({
          ...part(link, style, scale),
          ...connector(`link-z-${i}-${j}`, at(i, j + 0.5)),
          rotation: turn('y', Math.PI / 2),
        });
    }
  }
  bodies.push({
    ...sphere({
      radius: scale * ballRadius,
      subdivisions: 2,
      density: 2500,
      friction: 0.3,
      color: '#c8553d',
    }),
    name: 'ball',
    position: [0.003 * scale, scale * (ballRadius + 0.03), 0.002 * scale],
  });
  return defineScene({ name, engine: 'ipc', duration: 1, frameRateHz: 50, bodies });
}

function part(shape: typeof ring, style: 'solid' | 'wire', scale: number): BodyFile {
  const sized = {
    length: scale * shape.length,
    width: scale * shape.width,
    thickness: scale * shape.thickness,
  };
  const rest = { friction: 0.3 };
  if (style === 'wire') {
    const area = Math.PI * (sized.thickness / 2) * (sized.thickness / 2);
    return primitive('chain-link-wire', { ...sized, segments: 8, lineDensity: 7800 * area, ...rest });
  }
  return primitive('chain-link', { ...sized, segments: 8, barSegments: 8, density: 7800, ...rest });
}

function connector(name: string, position: Triple): Pick<BodyFile, 'name' | 'position' | 'color'> {
  return { name, position, color: '#b08d57' };
}

/** Whether the ball hangs in the net: caught, not far below it. */
export function isCaught(r: Outcome, scale: number): boolean {
  const height = bodyHeight(r, 'ball', 'last');
  return height > -2 * spacing * scale && height < ballRadius * scale;
}

/** Whether every connecting link is still where only links that hang in their rings can be, at every frame. */
export function netHolds(r: Outcome, scale: number): boolean {
  // From the centre of a ring to that of a link through it: at most ring radius and half a link, less their bars.
  const most = scale * ((ring.width + link.length) / 2 - ring.thickness);
  return Array.from(r.times).every((t) =>
    bodyNames(r, /^link/).every((name) => {
      const [, direction, i, j] = name.split('-');
      const far = direction === 'x' ? `ring-${Number(i) + 1}-${j}` : `ring-${i}-${Number(j) + 1}`;
      return distanceBetween(r, name, `ring-${i}-${j}`, t) < most && distanceBetween(r, name, far, t) < most;
    }),
  );
}
