// Goals that no past can meet, whatever chance brings: outside of the time there is, or inside of what never moves.

import type { Fault } from '../../../../scene/fault/index.ts';
import type { Body, Goal, GoalRegion, Scene, Vec3 } from '../../../../scene/index.ts';
import { isInside } from './inside.ts';

/** @param duration  of the past [s] */
export function refuseGoals(scene: Scene, duration: number): Fault[] {
  return (scene.goals ?? []).flatMap((goal, i) => refuseGoal(scene, goal, duration, `goals[${i}]`));
}

function refuseGoal(scene: Scene, goal: Goal, duration: number, where: string): Fault[] {
  const { time, passes, startsIn, by } = goal;
  const faults: Fault[] = [];
  if (time !== undefined && time > duration)
    faults.push({
      what: 'is after the end of the past',
      where: `${where}.time`,
      value: `${time} s of ${duration} s`,
      remedy: 'give a time within it, or a longer duration',
    });
  if (by !== undefined && scene.bodies[by].motion !== 'dynamic')
    faults.push({
      what: 'never moves and hits nothing',
      where: `${where}.by`,
      value: scene.bodies[by].name,
      remedy: 'name a dynamic body',
    });
  if (passes !== undefined) {
    const wall = bodyAround(scene, [passes]);
    if (wall !== undefined)
      faults.push({
        what: `lies inside of "${wall.name}", which does not move`,
        where: `${where}.passes`,
        value: passes.join(' '),
        remedy: 'give a place outside of it',
      });
  }
  if (startsIn !== undefined) {
    const wall = bodyAround(scene, outermost(startsIn));
    if (wall !== undefined)
      faults.push({
        what: `lies wholly inside of "${wall.name}", which does not move`,
        where: `${where}.startsIn`,
        value: JSON.stringify(startsIn),
        remedy: 'move the region out of it, or make it larger',
      });
  }
  return faults;
}

/** The body that stays where it is and has all these places within. */
function bodyAround(scene: Scene, places: readonly Vec3[]): Body | undefined {
  return scene.bodies.find(
    (body) =>
      body.motion !== 'dynamic' && places.every((place) => isInside(body, scene.meshes[body.mesh], place)),
  );
}

/** The middle, and the corners of a box or the six ends of a ball. */
function outermost(region: GoalRegion): Vec3[] {
  const { center } = region;
  const at = (x: number, y: number, z: number): Vec3 => [center[0] + x, center[1] + y, center[2] + z];
  if ('radius' in region) {
    const r = region.radius;
    return [center, at(r, 0, 0), at(-r, 0, 0), at(0, r, 0), at(0, -r, 0), at(0, 0, r), at(0, 0, -r)];
  }
  const [x, y, z] = region.size.map((length) => 0.5 * length);
  const signs = [-1, 1];
  return [center, ...signs.flatMap((i) => signs.flatMap((j) => signs.map((k) => at(i * x, j * y, k * z))))];
}
