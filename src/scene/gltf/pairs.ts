// Which bodies collide, and with what friction and restitution, as KHR_physics_rigid_bodies has it for each pair.
//
// A scene takes √(μ₁μ₂) and the larger restitution; the extension takes the average, the smaller, the larger or the
// product, as the two materials say. Where that differs, the pair gets a rule of its own. Bodies are sorted by what
// material and filter they have, so that a thousand equal crates are compared once.

import type { Json } from '../../geometry/files/index.ts';
import { defaultMaterial } from '../materials.ts';
import type { SceneDraft } from '../new/draft.ts';

export interface PhysicsMaterial {
  readonly friction: number;
  readonly restitution: number;
  readonly frictionCombine: string;
  readonly restitutionCombine: string;
}

export interface Collidable {
  readonly name: string;
  readonly isDynamic: boolean;
  readonly material?: PhysicsMaterial;
  readonly filter?: Json;
}

/** Rules of single pairs, all together. */
const mostRules = 50_000;

export function addPairs(bodies: readonly Collidable[], draft: SceneDraft): void {
  const kinds = new Map<string, Collidable[]>();
  for (const body of bodies) {
    const key = JSON.stringify([body.isDynamic, body.material, body.filter]);
    const same = kinds.get(key);
    if (same === undefined) kinds.set(key, [body]);
    else same.push(body);
  }
  const all = [...kinds.values()];
  for (let i = 0; i < all.length; i++) {
    for (let j = i; j < all.length; j++) {
      const [one, other] = [all[i][0], all[j][0]];
      if (!one.isDynamic && !other.isDynamic) continue;
      const rule = ruleOf(one, other);
      if (rule === undefined) continue;
      const count = i === j ? (all[i].length * (all[i].length - 1)) / 2 : all[i].length * all[j].length;
      if (draft.pairs.length + count > mostRules) {
        draft.list(
          'collide' in rule ? 'collision filter' : 'combined friction or restitution',
          `${all[i].length} bodies such as "${one.name}" with ${all[j].length} such as "${other.name}"`,
          `there would be more than ${mostRules} rules for pairs`,
        );
        continue;
      }
      all[i].forEach((a, k) => {
        const others = i === j ? all[j].slice(k + 1) : all[j];
        for (const b of others) draft.pairs.push({ a: a.name, b: b.name, ...rule });
      });
    }
  }
}

function ruleOf(a: Collidable, b: Collidable) {
  if (!collides(a.filter, b.filter) || !collides(b.filter, a.filter)) return { collide: false };
  if (a.material === undefined && b.material === undefined) return undefined;
  const one = a.material ?? unknown;
  const other = b.material ?? unknown;
  const friction = combined(one.friction, other.friction, one.frictionCombine, other.frictionCombine);
  const restitution = combined(
    one.restitution,
    other.restitution,
    one.restitutionCombine,
    other.restitutionCombine,
  );
  const isUsualFriction = near(friction, Math.sqrt(one.friction * other.friction));
  const isUsualRestitution = near(restitution, Math.max(one.restitution, other.restitution));
  if (isUsualFriction && isUsualRestitution) return undefined;
  return {
    ...(isUsualFriction ? {} : { friction }),
    ...(isUsualRestitution ? {} : { restitution: Math.min(1, restitution) }),
  };
}

const unknown: PhysicsMaterial = {
  friction: defaultMaterial.friction,
  restitution: defaultMaterial.restitution,
  frictionCombine: 'average',
  restitutionCombine: 'average',
};

/** The order of precedence is the extension's. */
export function combined(x: number, y: number, one: string, other: string): number {
  const either = (mode: string) => one === mode || other === mode;
  if (either('average')) return (x + y) / 2;
  if (either('minimum')) return Math.min(x, y);
  if (either('maximum')) return Math.max(x, y);
  return x * y;
}

/** Whether the filter of b lets the systems of a collide with it. */
export function collides(a: Json | undefined, b: Json | undefined): boolean {
  const systems = textsOf(a?.['collisionSystems']) ?? [];
  const isIn = (list: readonly string[]) =>
    systems.length > 0 && systems.every((name) => list.includes(name));
  const only = textsOf(b?.['collideWithSystems']);
  const not = textsOf(b?.['notCollideWithSystems']);
  return (only === undefined || isIn(only)) && (not === undefined || !isIn(not));
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}
