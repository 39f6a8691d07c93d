// In a page: compiles specifications, runs them and tells the hash of their state.

import { specifications } from '../../examples/lagrange/parts/specifications.generated.ts';
import { program, sceneOfSpecification } from '../../src/engines/program/index.ts';
import { createArena } from '../../src/num/kernels/index.ts';
import { defaultsOf, hashState, oneThread, run } from '../../src/sim/index.ts';

export type Name = keyof typeof specifications;

export function hashOfRun(name: Name, duration: number): string {
  const scene = { ...sceneOfSpecification(specifications[name], name), duration };
  const arena = createArena({ shared: false });
  const simulation = program.start(scene, defaultsOf(program), {
    arena,
    pool: oneThread({ arena }),
    stop: () => false,
    progress: () => {},
  });
  let poses = '';
  for (const { frame, report } of run(simulation, { scene, reportColumns: program.columns.length }))
    poses = hashState({ poses: frame.poses, velocities: frame.velocities, report });
  return `${hashState(simulation.state)} ${poses}`;
}

Object.assign(globalThis, { hashOfRun });
