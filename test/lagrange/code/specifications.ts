// Specifications that the tests of the back ends run through, and those of the folders of examples.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coaster, pendulum } from '../language/examples.ts';

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}/`, import.meta.url));

export interface Named {
  readonly name: string;
  readonly text: string;
}

/** Functions that the others do not use, by a driven bead on a wire with a strange potential. */
const functions = `system Functions;
param k = 2;
frame Bead at (0.4, 0.3, 0.2) { frame Tip at (0, 0.1, 0); }
vary Tx(Bead), Ty(Bead), Tz(Bead);
mass Bead = point(1.5);
constrain wire: Tz(Bead) == 0.5 * exp(-Tx(Bead)^2) + 0.1 * log(2 + Ty(Bead)^2);
potential(o) = Mass(o) * 9.81 * AbsTrans(o).z + k * atan2(Ty(Bead), 1 + Tx(Bead)^2)
  + asin(0.3 * sin(Tx(Bead))) + acos(0.3 * cos(Ty(Bead))) + (1 + Tx(Bead)^2)^1.3;
force Bead = (sin(3 * t), if Tx(Bead) > 0.2 and Ty(Bead) < 5 then 1 else -1, abs(Tz(Bead)))
  - 0.1 * max(0.5, min(2, norm(AbsLV(Bead)))) * AbsLV(Bead);
`;

/** Two pendulums that do not know each other. */
const apart = `system Apart;
frame A turn x(30 deg) { frame P at (0, 0, -1); }
frame B turn y(50 deg) at (3, 0, 0) { frame Q at (0, 0, -0.2); }
vary Rx(A), Ry(B);
mass P = point(1);
mass Q = point(2);
potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
`;

export const specifications: readonly Named[] = [
  { name: 'pendulum', text: pendulum },
  { name: 'coaster', text: coaster },
  { name: 'functions', text: functions },
  { name: 'apart', text: apart },
];

/** Those of the folders, where they are. */
export function examplesOfFolders(): Named[] {
  return ['examples/lagrange', 'test/lagrange/reference/specs'].flatMap((path) => {
    const at = folder(path);
    if (!existsSync(at)) return [];
    return readdirSync(at)
      .filter((name) => name.endsWith('.lagrange'))
      .map((name) => ({ name: `${path}/${name}`, text: readFileSync(at + name, 'utf8') }));
  });
}
