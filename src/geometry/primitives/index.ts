// Every primitive by name, for scene files, forms and documentation.

import { voussoir } from './machines/arch.ts';
import { bins } from './bins.ts';
import { bolt, nut } from './machines/bolt.ts';
import { box } from './box.ts';
import { capsule } from './capsule.ts';
import { card } from './card.ts';
import { chainLink, chainLinkWire } from './machines/chain-link.ts';
import { cog, lantern, pin, ratchet } from './machines/cog.ts';
import { cone } from './cone.ts';
import { cylinder } from './cylinder.ts';
import type { Primitive } from './define.ts';
import { die } from './die.ts';
import { extruded } from './extruded.ts';
import { gear } from './machines/gear.ts';
import { genevaDriver, genevaWheel } from './machines/geneva.ts';
import { lathed } from './lathed.ts';
import { letters } from './letters.ts';
import { plane } from './plane.ts';
import {
  chainInnerLink,
  chainOuterLink,
  chainPlate,
  chainRoller,
  sprocket,
} from './machines/roller-chain.ts';
import { roundedBox } from './rounded-box.ts';
import { sphere } from './sphere.ts';
import { tetrahedron } from './tetrahedron.ts';
import { torus } from './torus.ts';

export const primitives = [
  box,
  roundedBox,
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
  extruded,
  lathed,
] as unknown as readonly Primitive[];
export { bins } from './bins.ts';
export { box } from './box.ts';
export { capsule } from './capsule.ts';
export { card } from './card.ts';
export { cone } from './cone.ts';
export { cylinder } from './cylinder.ts';
export {
  MOST_OUTLINES,
  MOST_POINTS,
  type Parameter,
  type Parameters,
  type Points,
  type Primitive,
  type Values,
} from './define.ts';
export { die, dieFaces } from './die.ts';
export { extrude, reversedRing, type Ring, SolidBuilder } from './extrude.ts';
export { extruded } from './extruded.ts';
export { lathe } from './lathe.ts';
export { lathed } from './lathed.ts';
export { letters } from './letters.ts';
export { voussoir } from './machines/arch.ts';
export { bolt, nut } from './machines/bolt.ts';
export { chainLink, chainLinkWire } from './machines/chain-link.ts';
export { addStuds, cog, lantern, pin, ratchet } from './machines/cog.ts';
export { gear } from './machines/gear.ts';
export { genevaDriver, genevaLayout, genevaWheel } from './machines/geneva.ts';
export {
  chainInnerLink,
  chainOuterLink,
  chainPlate,
  chainRoller,
  sprocket,
} from './machines/roller-chain.ts';
export { plane } from './plane.ts';
export { circle, pushArc, turned } from './rings.ts';
export { roundedBox } from './rounded-box.ts';
export { sphere } from './sphere.ts';
export { tetrahedron } from './tetrahedron.ts';
export { torus } from './torus.ts';
export { closedTube } from './tube.ts';
