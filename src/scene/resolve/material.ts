// The material of a body: named or by value, with what the body says of its own on top.

import type { Collector } from '../fault/collector.ts';
import {
  defaultMaterial,
  findMaterial,
  materialNames,
  surfaceRoughness,
  withRayleigh,
} from '../materials.ts';
import { spellingHint } from '../fault/spelling-hint.ts';
import type { MaterialFile } from '../schema/material.ts';
import type { Material } from '../types.ts';

export interface MaterialOverrides {
  readonly density?: number;
  readonly friction?: number;
  readonly restitution?: number;
  readonly rollingFriction?: number;
  readonly youngsModulus?: number;
}

export class MaterialResolver {
  private readonly collector: Collector;
  /** Equal materials are one object, so that a scene of a thousand dominoes has one. */
  private readonly known = new Map<string, Material>();

  constructor(collector: Collector) {
    this.collector = collector;
  }

  resolve(file: MaterialFile | undefined, overrides: MaterialOverrides, where: string): Material {
    const base = this.base(file, `${where}.material`);
    const { density, friction, restitution, rollingFriction, youngsModulus } = overrides;
    const material: Material = {
      ...base,
      density: density ?? base.density,
      friction: friction ?? base.friction,
      restitution: restitution ?? base.restitution,
      rollingFriction: rollingFriction ?? base.rollingFriction,
      youngsModulus: youngsModulus ?? base.youngsModulus,
    };
    const key = JSON.stringify(material);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, material);
    return material;
  }

  private base(file: MaterialFile | undefined, where: string): Material {
    if (file === undefined) return defaultMaterial;
    if (typeof file === 'string') return this.named(file, where);
    const { like, name, ...values } = file;
    const base = like === undefined ? defaultMaterial : this.named(like, `${where}.like`);
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const kept = 'dampingAlpha' in given || 'dampingBeta' in given ? withRayleigh(base, {}) : base;
    // roughness goes by name, and so is lost with it
    const surface = like !== undefined && name !== undefined ? { roughness: surfaceRoughness(base) } : {};
    return { ...kept, ...surface, ...given, name: name ?? like ?? 'custom' };
  }

  private named(name: string, where: string): Material {
    const material = findMaterial(name);
    if (material === undefined)
      this.collector.add('unknown material', where, name, spellingHint(name, materialNames));
    return material ?? defaultMaterial;
  }
}
