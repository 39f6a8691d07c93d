// The colour of a mesh of a GLB: that of the material of its first primitive, where it has one.

import { isObject, type Json } from '../../geometry/files/index.ts';
import { pow } from '../../num/elementary/index.ts';

/** sRGB from 0 to 1, in steps that a text can say. */
export function colorOfMesh(root: Json, mesh: Json): [number, number, number] | undefined {
  const primitive = listOf(mesh['primitives'])[0];
  const material = isObject(primitive) ? listOf(root['materials'])[Number(primitive['material'])] : undefined;
  const look = isObject(material) ? material['pbrMetallicRoughness'] : undefined;
  const factor = isObject(look) ? listOf(look['baseColorFactor']) : [];
  const [r, g, b] = factor;
  if (typeof r !== 'number' || typeof g !== 'number' || typeof b !== 'number') return undefined;
  return [srgb(r), srgb(g), srgb(b)];
}

function srgb(linear: number): number {
  const x = Math.min(1, Math.max(0, linear));
  const value = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
  return Math.round(1000 * value) / 1000;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
