// npm run bench radiation: processor seconds a mode of boundary elements, against their panels.
//
// Bar: 2 s a mode at 1,500 unknowns.

import { sphere } from '../src/geometry/primitives/index.ts';
import { createArena } from '../src/num/kernels/index.ts';
import { decimate } from '../src/sound/radiation/decimate.ts';
import { solveBytes, solveSurface } from '../src/sound/radiation/exterior.ts';
import { multipolesOf } from '../src/sound/radiation/multipoles.ts';
import { makePanels } from '../src/sound/radiation/panels.ts';

export const benchmarks = [solves];

function secondsOf(run: () => void): number {
  const since = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function solves(): void {
  console.log('radiation: processor seconds of one mode, kR = 5');
  const ball = sphere.make({ radius: 1, subdivisions: 5 });
  for (const most of [400, 800, 1500, 2500]) {
    let surface = { positions: ball.positions, faces: ball.faces };
    const decimating = secondsOf(() => {
      surface = decimate(ball, most);
    });
    const panels = makePanels(surface.positions, surface.faces);
    const q = new Float64Array(panels.count).fill(1);
    const arena = createArena({ maximumBytes: solveBytes(panels.count) });
    let sound = solveSurface(arena, panels, 5, q, new Float64Array(panels.count));
    const solving = secondsOf(() => {
      sound = solveSurface(arena, panels, 5, q, new Float64Array(panels.count));
    });
    const waving = secondsOf(() => {
      multipolesOf(panels, sound);
    });
    console.log(
      `  ${String(panels.count).padStart(5)} panels: ${solving.toFixed(2)} s of equations, ` +
        `${waving.toFixed(2)} s of waves; once a body ${decimating.toFixed(2)} s of ${ball.faces.length / 3} triangles`,
    );
  }
}
