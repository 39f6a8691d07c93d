// A solid beam, 0.2 × 0.02 × 0.02 m, E = 10 MPa, ρ = 1000 kg/m³, held at one end, under its weight: how far its tip sinks.

import { Trial } from '../harness.ts';
import { solidBox } from './solid-box.ts';

/**
 * The beam of Timoshenko sinks by q L⁴/8EI + q L²/2κGA. Its foot may become wider and narrower; pins hold it, so that with ν > 0 a
 * solid sinks less, by about 0.9% for these sizes.
 * @param cells  along and across; those at the foot are the shortest, by `grade`
 */
export function sag(poissonRatio: number, [along, across]: [number, number], grade: number): number {
  const length = 0.2;
  const beam = solidBox([length, 0.02, 0.02], [along, across, across], ([x, y, z]) => {
    const part = x / length + 0.5;
    return [(length * (grade ** part - 1)) / (grade - 1) - length / 2, y, z];
  });
  const trial = new Trial(
    {
      name: 'beam',
      duration: 20,
      deformables: [
        {
          kind: 'solid',
          ...beam,
          density: 1000,
          material: { youngsModulus: 1e7, poissonRatio },
          pins: [{ within: { min: [-0.101, -1, -1], max: [-0.09999, 1, 1] } }],
        },
      ],
    },
    // steps so long that it is at rest after few
    { timeStep: 0.5 },
  ).to(5);
  const { vertices } = trial.frame;
  const { mesh } = trial.scene.deformables[0];
  const { positions } = trial.scene.meshes[mesh];
  for (let v = 0; v < positions.length; v += 3)
    if (positions[v] > 0.09999 && Math.abs(positions[v + 1]) < 1e-9 && Math.abs(positions[v + 2]) < 1e-9)
      return -vertices[v + 1];
  throw new Error('the beam has no vertex at the middle of its tip');
}
