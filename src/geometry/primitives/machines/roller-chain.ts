// A roller chain and its sprocket. Inner links (two plates on two bushings) and outer links (two
// plates on two pins) follow each other; a roller turns on every bushing. All parts lie with the
// pitch along x and the pins along z, centred at the origin, so that in place they share one frame:
// the next link stands one pitch further.

import { cos, sin } from '../../../num/elementary/index.ts';
import type { Mesh } from '../../mesh.ts';
import { MeshError } from '../../mesh-error.ts';
import { count, definePrimitive, length, quantity } from '../define.ts';
import { extrude, type Ring, reversedRing, SolidBuilder } from '../extrude.ts';
import { circle, pushArc } from '../rings.ts';

// Proportions of ISO 606 chains (for 08B: pitch 12.7, roller 8.51, pin 4.45, inner width 7.75 mm).
const CHAIN = {
  pitch: length(0.0127, 'between two pins'),
  rollerRadius: length(0.00425, 'of the rollers'),
  pinRadius: length(0.0022, 'of the pins'),
  width: length(0.00775, 'between the inner plates'),
  plate: length(0.0015, 'thickness of the plates'),
  clearance: length(0.0001, 'between parts that move'),
  segments: count(24, 6, 256, 'flats around holes and pins'),
} as const;

interface Chain {
  readonly pitch: number;
  readonly rollerRadius: number;
  readonly pinRadius: number;
  readonly width: number;
  readonly plate: number;
  readonly clearance: number;
  readonly segments: number;
}

/** Radii of the bushing and half the distance of each plate's two sides from the middle [m]. */
function sizes(p: Chain) {
  const bore = (p.pinRadius + p.clearance) / cos(Math.PI / p.segments);
  const bushing = (bore + p.rollerRadius) / 2;
  const inner = p.width / 2;
  const outer = inner + p.plate + p.clearance;
  const height = 0.95 * p.rollerRadius + 0.05 * (p.pitch / 2);
  if (bushing - bore < 0.02 * p.rollerRadius || p.rollerRadius - bushing < 2 * p.clearance) {
    throw new MeshError(
      'pin, bushing and roller do not fit',
      'chain.pinRadius',
      p.pinRadius,
      'use a thinner pin or a larger roller',
    );
  }
  if (2 * p.rollerRadius > 0.9 * p.pitch) {
    throw new MeshError(
      'neighbouring rollers touch',
      'chain.rollerRadius',
      p.rollerRadius,
      `give less than ${0.45 * p.pitch} m`,
    );
  }
  return { bore, bushing, inner, outer, height };
}

export const chainInnerLink = definePrimitive(
  'chain-inner-link',
  'two plates joined by two hollow bushings',
  CHAIN,
  (p) => {
    const s = sizes(p);
    const ends = [-p.pitch / 2, p.pitch / 2];
    return spool(plateOutline(p.pitch, s.height, p.segments), s.inner, s.inner + p.plate, {
      pillars: ends.map((x) => circle(s.bushing, p.segments, x)),
      holes: ends.map((x) => circle(s.bore, p.segments, x)),
    });
  },
);

export const chainOuterLink = definePrimitive(
  'chain-outer-link',
  'two plates joined by two pins',
  CHAIN,
  (p) => {
    const s = sizes(p);
    const ends = [-p.pitch / 2, p.pitch / 2];
    return spool(plateOutline(p.pitch, s.height, p.segments), s.outer, s.outer + p.plate, {
      pillars: ends.map((x) => circle(p.pinRadius, p.segments, x)),
      holes: [],
    });
  },
);

export const chainRoller = definePrimitive('chain-roller', 'a hollow roller for a bushing', CHAIN, (p) => {
  const s = sizes(p);
  const hole = (s.bushing + p.clearance) / cos(Math.PI / p.segments);
  if (hole > 0.98 * p.rollerRadius) {
    throw new MeshError('the roller has no wall', 'chain.clearance', p.clearance, 'use a smaller clearance');
  }
  const half = p.width / 2 - p.clearance;
  return extrude([circle(p.rollerRadius, p.segments), reversedRing(circle(hole, p.segments))], -half, half);
});

export const chainPlate = definePrimitive(
  'chain-plate',
  'one link plate with two holes, lying in the xy plane',
  CHAIN,
  (p) => {
    const s = sizes(p);
    const holes = [-1, 1].map((end) => reversedRing(circle(s.bore, p.segments, (end * p.pitch) / 2)));
    return extrude([plateOutline(p.pitch, s.height, p.segments), ...holes], -p.plate / 2, p.plate / 2);
  },
);

export const sprocket = definePrimitive(
  'sprocket',
  'a wheel about z for a roller chain, the middle of one gap on the x axis',
  {
    teeth: count(16, 6, 150, 'number of teeth'),
    pitch: CHAIN.pitch,
    rollerRadius: CHAIN.rollerRadius,
    clearance: CHAIN.clearance,
    thickness: length(0.007, 'along the axis; less than the chain is wide'),
    bore: quantity(0.006, 0, 1e6, 'm', 'radius of the hole for the shaft; 0 for none'),
    arcSteps: count(8, 3, 32, 'corners of each gap'),
  },
  (p) => {
    const step = (2 * Math.PI) / p.teeth;
    // Rollers one pitch apart sit on the circle through the corners of a polygon.
    const radius = p.pitch / (2 * sin(step / 2));
    const seat = (p.rollerRadius + p.clearance) / cos(Math.PI / 12);
    if (2 * seat > 0.85 * p.pitch || p.bore > 0.9 * (radius - seat)) {
      throw new MeshError(
        'gaps or bore leave no tooth',
        'sprocket.rollerRadius',
        p.rollerRadius,
        'use a larger pitch or a smaller bore',
      );
    }
    const tip = radius * cos(step / 2) + 0.3 * p.pitch;
    const ring: number[] = [];
    for (let t = 0; t < p.teeth; t++) {
      const centre = t * step;
      const [x, y] = [radius * cos(centre), radius * sin(centre)];
      // The gap holds the roller over the inner 120°; from there flanks run straight to the tip.
      pushArc(
        ring,
        x,
        y,
        seat,
        centre - (2 * Math.PI) / 3 - step / 2,
        centre - (4 * Math.PI) / 3 + step / 2,
        p.arcSteps,
      );
      const land = 0.04 * step;
      pushArc(ring, 0, 0, tip, centre + step / 2 - land, centre + step / 2 + land, 1);
    }
    const rings = p.bore > 0 ? [ring, reversedRing(circle(p.bore, 32))] : [ring];
    return extrude(rings, -p.thickness / 2, p.thickness / 2);
  },
);

/** A stadium of two half circles about the two pins. */
function plateOutline(pitch: number, height: number, segments: number): Ring {
  const ring: number[] = [];
  pushArc(ring, pitch / 2, 0, height, -Math.PI / 2, Math.PI / 2, segments);
  pushArc(ring, -pitch / 2, 0, height, Math.PI / 2, (3 * Math.PI) / 2, segments);
  return ring;
}

/** Two equal plates at ±[near, far], joined by pillars; holes run through pillars of their own number. */
function spool(outline: Ring, near: number, far: number, parts: { pillars: Ring[]; holes: Ring[] }): Mesh {
  const builder = new SolidBuilder();
  const levels = [-far, -near, near, far].map((z) => builder.ring(outline, z));
  const pillars = [-near, near].map((z) => parts.pillars.map((ring) => builder.ring(ring, z)));
  const holes = [-far, far].map((z) => parts.holes.map((ring) => builder.ring(reversedRing(ring), z)));
  builder.cap([levels[0], ...holes[0]], 'down');
  builder.wall(levels[0], levels[1]);
  builder.cap([levels[1], ...pillars[0].map((ring) => ring.toReversed())], 'up');
  parts.pillars.forEach((_, i) => {
    builder.wall(pillars[0][i], pillars[1][i]);
  });
  builder.cap([levels[2], ...pillars[1].map((ring) => ring.toReversed())], 'down');
  builder.wall(levels[2], levels[3]);
  builder.cap([levels[3], ...holes[1]], 'up');
  parts.holes.forEach((_, i) => {
    builder.wall(holes[0][i], holes[1][i]);
  });
  return builder.mesh();
}
