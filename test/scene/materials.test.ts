import { describe, expect, test } from 'vitest';
import { defaultMaterial, findMaterial, materialNames } from '../../src/scene/materials.ts';

describe('materials', () => {
  test.each([
    ['ceramic', 2700, 7.4e10, 0.19, 6, 1e-7, 3e-2],
    ['polystyrene', 1050, 3.5e9, 0.34, 30, 8e-7, 4e-4],
    ['steel', 7850, 2e11, 0.29, 5, 3e-8, 3e-1],
    ['MDF', 615, 4e9, 0.32, 35, 5e-6, 9e-3],
    ['wood', 750, 1.1e10, 0.25, 60, 2e-6, 5e-4],
  ])('%s has the numbers of its table', (name, density, e, nu, alpha, beta, gamma) => {
    expect(findMaterial(name)).toMatchObject({
      density,
      youngsModulus: e,
      poissonRatio: nu,
      dampingAlpha: alpha,
      dampingBeta: beta,
      contactDamping: gamma,
    });
  });

  test.each([
    ['glass', 1, 1e-7],
    ['iron', 5, 1e-7],
    ['polycarbonate', 0.5, 4e-7],
  ])('%s damps as the literature says', (name, dampingAlpha, dampingBeta) => {
    expect(findMaterial(name)).toMatchObject({ dampingAlpha, dampingBeta });
  });

  test('every material is physically possible', () => {
    for (const name of materialNames) {
      const m = findMaterial(name)!;
      expect(m.density, name).toBeGreaterThan(10);
      expect(m.density, name).toBeLessThan(23000);
      expect(m.youngsModulus, name).toBeGreaterThan(0);
      expect(m.poissonRatio, name).toBeLessThan(0.5);
      expect(m.poissonRatio, name).toBeGreaterThanOrEqual(0);
      expect(m.restitution, name).toBeLessThanOrEqual(1);
      for (const value of [m.dampingAlpha, m.dampingBeta, m.contactDamping, m.friction, m.restitution]) {
        expect(value, name).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test('other spellings and words of objects', () => {
    expect(findMaterial('Aluminum')?.name).toBe('aluminium');
    expect(findMaterial('stainless steel')?.name).toBe('stainless-steel');
    expect(findMaterial('default')).toBe(defaultMaterial);
    for (const word of ['constructor', '__proto__', 'toString', ''])
      expect(findMaterial(word)).toBeUndefined();
  });
});
