// Contacts with bodies that move along a path: their velocity as one more column, of an unknown that is always 1.

import type { ContactSet } from '../collide/contact-set.ts';
import type { ContactRows } from '../collide/rows.ts';
import { writeTangents } from '../collide/tangents.ts';
import type { Model } from '../model.ts';

const velocity = new Float64Array(6);
const directions = new Float64Array(9);

/**
 * The rows with that column where any contact needs it, else the rows themselves.
 * @param velocityOf  writes linear and angular velocity of a body with a path, world axes
 */
export function addScriptedColumn(
  { isKinematic }: Model,
  set: ContactSet,
  rows: ContactRows,
  column: number,
  velocityOf: (b: number, out: Float64Array) => void,
): ContactRows {
  const { count, a, b, armsA, armsB } = set;
  let scripted = 0;
  for (let c = 0; c < count; c++) if (isKinematic[a[c]] === 1 || isKinematic[b[c]] === 1) scripted++;
  if (scripted === 0) return rows;
  const entries = rows.starts[3 * count];
  const out: ContactRows = {
    starts: new Int32Array(3 * count + 1),
    columns: new Int32Array(entries + 3 * scripted),
    values: new Float64Array(entries + 3 * scripted),
  };
  let next = 0;
  for (let c = 0; c < count; c++) {
    writeTangents(directions, set.normals, 3 * c);
    const moves = isKinematic[a[c]] === 1 || isKinematic[b[c]] === 1;
    for (let d = 0; d < 3; d++) {
      const row = 3 * c + d;
      out.starts[row] = next;
      for (let e = rows.starts[row]; e < rows.starts[row + 1]; e++) {
        out.columns[next] = rows.columns[e];
        out.values[next++] = rows.values[e];
      }
      if (!moves) continue;
      let speed = 0;
      if (isKinematic[a[c]] === 1) speed += speedAlong(velocityOf, a[c], armsA, 3 * c, 3 * d);
      if (isKinematic[b[c]] === 1) speed -= speedAlong(velocityOf, b[c], armsB, 3 * c, 3 * d);
      out.columns[next] = column;
      out.values[next++] = speed;
    }
  }
  out.starts[3 * count] = next;
  return out;
}

/** (v + ω × r) · d */
function speedAlong(
  velocityOf: (b: number, out: Float64Array) => void,
  b: number,
  arms: Float64Array,
  at: number,
  d: number,
): number {
  velocityOf(b, velocity);
  const [vx, vy, vz, wx, wy, wz] = velocity;
  const x = arms[at];
  const y = arms[at + 1];
  const z = arms[at + 2];
  return (
    (vx + wy * z - wz * y) * directions[d] +
    (vy + wz * x - wx * z) * directions[d + 1] +
    (vz + wx * y - wy * x) * directions[d + 2]
  );
}
