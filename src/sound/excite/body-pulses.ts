// Impacts as pulses on the bodies that they hit: where on the surface, how long, how strong.

import { type Body, type Material, pairRestitution, type Scene } from '../../scene/index.ts';
import type { Curvatures } from './curvature.ts';
import type { BodyPulse } from './excitation.ts';
import { complianceOf, hertzDuration, inverseMassAt, type Side } from './hertz.ts';
import type { Impact } from './impacts.ts';
import { type Meetings, NORMAL, POINT, SIDE_SIZE } from './meetings.ts';

type Things = Pick<Scene, 'bodies' | 'deformables'>;

/** A blow: where it is on both sides, in their coordinates, and how long it takes [s]. */
interface Blow {
  readonly points: readonly (readonly [number, number, number])[];
  readonly length: number;
}

const place = new Float64Array(SIDE_SIZE);

/** Of a meeting with so much of an impulse [N s]. */
export function blowAt(
  { bodies, deformables }: Things,
  meetings: Meetings,
  meeting: number,
  normalImpulse: number,
  curvaturesOf: (body: Body) => Curvatures,
  materials?: ReadonlyMap<string, Material>,
): Blow {
  const points: (readonly [number, number, number])[] = [];
  const made: Material[] = [];
  const sides = [0, 1].map((side): Side => {
    const index = meetings.bodies[2 * meeting + side];
    const body = bodies[index];
    if (!body) {
      points.push([0, 0, 0]);
      const material = deformables[index - bodies.length]?.material ?? bodies[0].material;
      made.push(material);
      return { inverseMass: 0, curvature: 0, compliance: complianceOf(material) };
    }
    const material = materials?.get(body.name) ?? body.material;
    made.push(material);
    const at = SIDE_SIZE * (2 * meeting + side);
    place.set(meetings.sides.subarray(at, at + SIDE_SIZE));
    const feature = meetings.features[2 * meeting + side];
    const curvature = curvaturesOf(body).touch(meetings.sides, at + POINT, at + NORMAL, feature, place);
    points.push([place[POINT], place[POINT + 1], place[POINT + 2]]);
    return {
      inverseMass: inverseMassAt(body, place, POINT, NORMAL),
      curvature,
      compliance: complianceOf(material),
    };
  });
  const restitution = pairRestitution(made[0], made[1]);
  return { points, length: hertzDuration(sides[0], sides[1], normalImpulse, restitution) };
}

/** By body, in the order of time. */
export function bodyPulses(
  things: Things,
  meetings: Meetings,
  impacts: readonly Impact[],
  curvaturesOf: (body: Body) => Curvatures,
  materials?: ReadonlyMap<string, Material>,
): BodyPulse[][] {
  const lists: BodyPulse[][] = things.bodies.map(() => []);
  for (const { meeting, time, normalImpulse, impulses } of impacts) {
    const { points, length } = blowAt(things, meetings, meeting, normalImpulse, curvaturesOf, materials);
    points.forEach((point, side) => {
      lists[meetings.bodies[2 * meeting + side]]?.push({
        start: Math.max(0, time - 0.5 * length),
        length,
        point,
        impulse: [impulses[3 * side], impulses[3 * side + 1], impulses[3 * side + 2]],
      });
    });
  }
  for (const list of lists) list.sort((a, b) => a.start - b.start);
  return lists;
}
