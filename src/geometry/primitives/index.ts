// Every primitive by name, for scene files, forms and documentation.

import { box } from './box.ts';
import { capsule } from './capsule.ts';
import { cone } from './cone.ts';
import { cylinder } from './cylinder.ts';
import type { Primitive } from './define.ts';
import { plane } from './plane.ts';
import { sphere } from './sphere.ts';
import { torus } from './torus.ts';

export const primitives: readonly Primitive[] = [
  box,
  sphere,
  plane,
  cylinder,
  capsule,
  cone,
  torus,
] as readonly Primitive[];
