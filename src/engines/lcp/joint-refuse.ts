// Joints that this engine cannot honour, or that are open at the start.

import type { Fault } from '../../scene/fault/index.ts';
import type { Joint, Scene } from '../../scene/index.ts';
import { evaluateRow, placeJoint } from './forward/joint-rows.ts';
import { compileJoints } from './joints.ts';

/** Largest error at the start [m or rad] that the first steps may close. */
const mostOpen = 1e-3;

const gradient = new Float64Array(9);

export function refuseJoints(scene: Scene): Fault[] {
  const faults: Fault[] = [];
  const poses = Float64Array.from(
    scene.bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation]),
  );
  const models = compileJoints(scene);
  scene.joints.forEach((joint, j) => {
    const where = `joints[${j}] "${joint.name}"`;
    const reason = unsupported(scene, joint);
    if (reason) {
      faults.push({ ...reason, where });
      return;
    }
    // it holds nothing before all of its bodies are there
    if ([joint.a, joint.b].some((i) => i >= 0 && scene.bodies[i].enabled === false)) return;
    placeJoint(models[j], poses);
    for (const row of models[j].rows) {
      const error = evaluateRow(row, gradient, 0) - row.offset;
      const open =
        row.role === 'hold'
          ? Math.abs(error)
          : row.role === 'upper'
            ? error
            : row.role === 'lower'
              ? -error
              : 0;
      if (open <= mostOpen) continue;
      faults.push({
        what: row.role === 'hold' ? 'is open at the start' : 'is beyond its limits at the start',
        where,
        value: `${open} ${row.angular ? 'rad' : 'm'}`,
        remedy: 'move its bodies or its frames so that they meet',
      });
      break;
    }
  });
  return faults;
}

function unsupported(scene: Scene, joint: Joint): Omit<Fault, 'where'> | undefined {
  const { a, b } = joint;
  if (![a, b].some((i) => i >= 0 && scene.bodies[i].motion === 'dynamic')) {
    return {
      what: 'joins no dynamic body',
      value: [a, b].map((i) => (i < 0 ? 'the world' : scene.bodies[i].name)).join(', '),
      remedy: 'make one of its bodies dynamic, or remove the joint',
    };
  }
  return undefined;
}
