// Wheels for pins: a cog with straight-sided teeth, a lantern wheel of pins that drives it, a pin,
// and a ratchet, whose saw teeth let a pawl pass one way only.

import { sin } from '../../../num/elementary/index.ts';
import { MeshError } from '../../mesh-error.ts';
import { count, definePrimitive, length, quantity } from '../define.ts';
import { extrude, type Ring, reversedRing, SolidBuilder } from '../extrude.ts';
import { lathe } from '../lathe.ts';
import { circle, pushArc } from '../rings.ts';

const BORE = quantity(0.006, 0, 1e6, 'm', 'radius of the hole for the shaft; 0 for none');

function withBore(outline: Ring, bore: number, inner: number, where: string): Ring[] {
  if (bore >= 0.95 * inner) {
    throw new MeshError(
      'the bore reaches the teeth',
      `${where}.bore`,
      bore,
      `give less than ${0.95 * inner} m`,
    );
  }
  return bore > 0 ? [outline, reversedRing(circle(bore, 32))] : [outline];
}

export const cog = definePrimitive(
  'cog',
  'a wheel about z with straight-sided teeth, one of them on the x axis',
  {
    teeth: count(12, 3, 200, 'number of teeth'),
    radius: length(0.05, 'to the tips'),
    depth: length(0.012, 'from tip to root'),
    rootWidth: quantity(0.55, 0.1, 0.9, '', 'part of the round that a tooth fills at the root'),
    tipWidth: quantity(0.3, 0.05, 0.9, '', 'part of the round that a tooth fills at its tip'),
    thickness: length(0.01, 'along the axis'),
    bore: BORE,
  },
  (p) => {
    const root = p.radius - p.depth;
    if (root <= 0.05 * p.radius) {
      throw new MeshError(
        'the teeth reach the axis',
        'cog.depth',
        p.depth,
        `give less than ${0.95 * p.radius} m`,
      );
    }
    const ring: number[] = [];
    for (let t = 0; t < p.teeth; t++) {
      const centre = (2 * Math.PI * t) / p.teeth;
      const [atRoot, atTip] = [(Math.PI * p.rootWidth) / p.teeth, (Math.PI * p.tipWidth) / p.teeth];
      pushArc(ring, 0, 0, root, centre - atRoot, 0, 0);
      pushArc(ring, 0, 0, p.radius, centre - atTip, centre + atTip, p.teeth < 9 ? 4 : 1);
      pushArc(ring, 0, 0, root, centre + atRoot, 0, 0);
      if (p.teeth < 9) pushArc(ring, 0, 0, root, centre + Math.PI / p.teeth, 0, 0);
    }
    return extrude(
      withBore(ring, p.bore, root * (p.teeth < 9 ? 0.7 : 0.9), 'cog'),
      -p.thickness / 2,
      p.thickness / 2,
    );
  },
);

export const ratchet = definePrimitive(
  'ratchet',
  'a wheel about z with saw teeth: radial faces on one side, slopes on the other',
  {
    teeth: count(12, 4, 200, 'number of teeth'),
    radius: length(0.05, 'to the tips'),
    depth: length(0.01, 'height of the radial faces'),
    thickness: length(0.01, 'along the axis'),
    bore: BORE,
  },
  (p) => {
    const root = p.radius - p.depth;
    if (root <= 0.2 * p.radius) {
      throw new MeshError(
        'the teeth reach the axis',
        'ratchet.depth',
        p.depth,
        `give less than ${0.8 * p.radius} m`,
      );
    }
    const ring: number[] = [];
    for (let t = 0; t < p.teeth; t++) {
      const angle = (2 * Math.PI * t) / p.teeth;
      pushArc(ring, 0, 0, p.radius, angle, 0, 0);
      // Down the slope in steps, so that wheels of few teeth stay wheels.
      for (const part of [1 / 3, 2 / 3, 1]) {
        pushArc(ring, 0, 0, p.radius - part * p.depth, angle + (part * 2 * Math.PI) / p.teeth, 0, 0);
      }
    }
    return extrude(withBore(ring, p.bore, root * 0.75, 'ratchet'), -p.thickness / 2, p.thickness / 2);
  },
);

export const pin = definePrimitive(
  'pin',
  'a round pin along z with a flat head at its lower end; the shank stands on the plane through the origin',
  {
    radius: length(0.004, 'of the shank'),
    length: length(0.03, 'of the shank'),
    headRadius: length(0.006, 'of the head'),
    headHeight: quantity(0.002, 0, 1e6, 'm', 'of the head; 0 for none'),
    segments: count(24, 3, 1024, 'flats around'),
  },
  (p) => {
    const shank = [p.radius, 0, p.radius, p.length, 0, p.length];
    if (p.headHeight === 0) return lathe([0, 0, ...shank], p.segments);
    if (p.headRadius <= p.radius) {
      throw new MeshError(
        'the head is no wider than the shank',
        'pin.headRadius',
        p.headRadius,
        `give more than ${p.radius} m`,
      );
    }
    return lathe([0, -p.headHeight, p.headRadius, -p.headHeight, p.headRadius, 0, ...shank], p.segments);
  },
);

export const lantern = definePrimitive(
  'lantern',
  'a disc about z with a circle of pins on its upper side, which drive a cog',
  {
    pins: count(8, 2, 100, 'number of pins, the first on the x axis'),
    radius: length(0.03, 'of the circle of pins'),
    pinRadius: length(0.004, 'of each pin'),
    pinLength: length(0.015, 'above the disc'),
    thickness: length(0.005, 'of the disc, whose upper side is the plane through the origin'),
    segments: count(16, 3, 64, 'flats around each pin'),
  },
  (p) => {
    const rim = p.radius + 2 * p.pinRadius;
    if (p.radius * sin(Math.PI / p.pins) <= 1.05 * p.pinRadius) {
      throw new MeshError('the pins overlap', 'lantern.pinRadius', p.pinRadius, 'use fewer or thinner pins');
    }
    const builder = new SolidBuilder();
    const outline = circle(rim, Math.max(32, 4 * p.pins));
    const low = builder.ring(outline, -p.thickness);
    const high = builder.ring(outline, 0);
    builder.cap([low], 'down');
    builder.wall(low, high);
    addStuds(builder, high, lanternPins(p), 0, p.pinLength);
    return builder.mesh();
  },
);

function lanternPins(p: { pins: number; radius: number; pinRadius: number; segments: number }): Ring[] {
  const centres = circle(p.radius, p.pins);
  return Array.from({ length: p.pins }, (_, i) =>
    circle(p.pinRadius, p.segments, centres[2 * i], centres[2 * i + 1]),
  );
}

/** Closes an upward plane at height z around studs of the given outlines that stand on it. */
export function addStuds(
  builder: SolidBuilder,
  plate: readonly number[],
  studs: readonly Ring[],
  z: number,
  height: number,
): void {
  const feet = studs.map((stud) => builder.ring(stud, z));
  builder.cap([plate, ...feet.map((foot) => foot.toReversed())], 'up');
  studs.forEach((stud, i) => {
    const top = builder.ring(stud, z + height);
    builder.wall(feet[i], top);
    builder.cap([top], 'up');
  });
}
