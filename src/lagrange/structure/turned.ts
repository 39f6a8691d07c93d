// Accelerations of a quaternion as one along it and those across it:
//
//   q̈ = q ⊗ (b, a),   q = (w, x, y, z), or (w, x) with one axis: ẅ = w b − x a,  ẍ = x b + w a
//
// b follows from |q| = 1 alone, and a is half an angular acceleration: its equation has a moment of inertia for a pivot,
// which never vanishes. In the components themselves the pivots are w or x, which do. The change is made to rows and
// columns alike, and holds beside the constraint too. With two axes, (w, x, y) is on a sphere, which has no directions
// that are good everywhere: (−x, w, 0) and (−y, 0, w) are but for w = 0, half a turn, where full pivoting takes over.

import type { Dag, Node } from '../dag/dag.ts';
import type { System, SystemConstraint } from '../system.ts';
import type { LinearSystem } from './eliminate.ts';

/** One quaternion. */
export interface Turned {
  /** Of its components w, x … among the unknowns: a takes the first of them, b the last. */
  readonly places: readonly number[];
  /** Its components. */
  readonly components: readonly Node[];
}

/** What a component's acceleration is made of: ± component · unknown. */
export interface TurnedTerm {
  readonly sign: number;
  readonly component: Node;
  readonly unknown: number;
}

/** [component of q̈][unknown]: the component of q that multiplies it, counted from 1, with its sign; 0: none. */
const one: readonly (readonly number[])[] = [
  [-2, 1],
  [1, 2],
];
const two: readonly (readonly number[])[] = [
  [-2, -3, 1],
  [1, 0, 2],
  [0, 1, 3],
];
const three: readonly (readonly number[])[] = [
  [-2, -3, -4, 1],
  [1, -4, 3, 2],
  [4, 1, -2, 3],
  [-3, 2, 1, 4],
];

const tables: Readonly<Record<number, readonly (readonly number[])[]>> = { 2: one, 3: two, 4: three };

/**
 * Quaternions that are held to length 1.
 * @param variables  those whose accelerations are the first unknowns
 */
export function turnedOf(
  system: System,
  variables: readonly number[],
  constraints: readonly SystemConstraint[],
): Turned[] {
  const place = new Map(variables.map((v, i) => [v, i]));
  const { dag } = system;
  const held = new Set(constraints.map(({ residual }) => residual));
  return system.frames.flatMap(({ rotation }, frame): Turned[] => {
    const parts = ['Rw', 'Rx', 'Ry', 'Rz'].flatMap((wanted) => {
      const v = system.variables.findIndex((one) => one.frame === frame && one.component === wanted);
      return v < 0 ? [] : [v];
    });
    if (parts.length < 2 || !parts.every((v) => place.has(v))) return [];
    // Components that do not vary are zero, or it is not about these axes.
    if (rotation.filter((node) => node !== dag.zero).length !== parts.length) return [];
    const components = parts.map((v) => system.variables[v].position);
    const length = dag.sum(
      components.map((part) => dag.multiply(part, part)),
      undefined,
      -1,
    );
    return held.has(length) ? [{ places: parts.map((v) => place.get(v) as number), components }] : [];
  });
}

/** The terms of the acceleration that was the unknown at a place; undefined where it still is. */
export function turnedTerms(turned: readonly Turned[], at: number): TurnedTerm[] | undefined {
  const found = turned.find(({ places }) => places.includes(at));
  if (found === undefined) return undefined;
  const { places, components } = found;
  return tables[places.length][places.indexOf(at)].flatMap((which, j) =>
    which === 0
      ? []
      : [{ sign: Math.sign(which), component: components[Math.abs(which) - 1], unknown: places[j] }],
  );
}

/** A system in these unknowns, its equations turned alike. */
export function turn(dag: Dag, { rows, right }: LinearSystem, turned: readonly Turned[]): LinearSystem {
  const groups = new Map(turned.flatMap((group) => group.places.map((at) => [at, group] as const)));
  const columns = rows.map((row) => {
    const after = new Map<number, Node>();
    const seen = new Set<Turned>();
    for (const [c, node] of row) {
      const group = groups.get(c);
      if (group === undefined) after.set(c, node);
      else if (!seen.has(group)) {
        seen.add(group);
        mixed(dag, group, (k) => row.get(group.places[k])).forEach((entry, j) => {
          if (entry !== dag.zero) after.set(group.places[j], entry);
        });
      }
    }
    return after;
  });
  const turnedRight = [...right];
  for (const group of turned) {
    const before = group.places.map((at) => columns[at]);
    const mixedRows = group.places.map(() => new Map<number, Node>());
    for (const c of new Set(before.flatMap((row) => [...row.keys()])))
      mixed(dag, group, (k) => before[k].get(c)).forEach((entry, j) => {
        if (entry !== dag.zero) mixedRows[j].set(c, entry);
      });
    mixed(dag, group, (k) => right[group.places[k]]).forEach((entry, j) => {
      turnedRight[group.places[j]] = entry;
      columns[group.places[j]] = mixedRows[j];
    });
  }
  return { rows: columns, right: turnedRight };
}

/** Tᵀ times the components of something, one an unknown. */
function mixed(dag: Dag, { places, components }: Turned, of: (k: number) => Node | undefined): Node[] {
  const table = tables[places.length];
  return places.map((_, j) => {
    const terms: Node[] = [];
    const signs: number[] = [];
    places.forEach((_place, k) => {
      const node = of(k);
      if (node === undefined || table[k][j] === 0) return;
      terms.push(dag.multiply(components[Math.abs(table[k][j]) - 1], node));
      signs.push(Math.sign(table[k][j]));
    });
    return dag.sum(terms, signs, 0);
  });
}
