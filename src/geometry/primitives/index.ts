// Every primitive by name, for scene files, forms and documentation.

import { voussoir } from './arch.ts';
import { bins } from './bins.ts';
import { bolt, nut } from './bolt.ts';
import { box } from './box.ts';
import { capsule } from './capsule.ts';
import { card } from './card.ts';
import { chainLink, chainLinkWire } from './chain-link.ts';
import { cog, lantern, pin, ratchet } from './cog.ts';
import { cone } from './cone.ts';
import { cylinder } from './cylinder.ts';
import type { Primitive } from './define.ts';
import { die } from './die.ts';
import { gear } from './gear.ts';
import { genevaDriver, genevaWheel } from './geneva.ts';
import { letters } from './letters.ts';
import { plane } from './plane.ts';
import { chainInnerLink, chainOuterLink, chainPlate, chainRoller, sprocket } from './roller-chain.ts';
import { sphere } from './sphere.ts';
import { tetrahedron } from './tetrahedron.ts';
import { torus } from './torus.ts';

export const primitives = [
  box,
  sphere,
  plane,
  cylinder,
  capsule,
  cone,
  torus,
  tetrahedron,
  card,
  bins,
  die,
  chainLink,
  chainLinkWire,
  bolt,
  nut,
  gear,
  cog,
  ratchet,
  lantern,
  pin,
  genevaWheel,
  genevaDriver,
  chainInnerLink,
  chainOuterLink,
  chainRoller,
  chainPlate,
  sprocket,
  voussoir,
  letters,
] as unknown as readonly Primitive[];
