import { expect, test } from 'vitest';
import { modal } from '../../../src/engines/modal/engine.ts';
import { sharedBodies } from '../../../src/engines/modal/shared-bodies.ts';
import { box, resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { parseOptions } from '../../../src/sim/index.ts';

const bar = box({ size: [0.3, 0.01, 0.01], material: 'steel' });
const file: SceneFile = {
  name: 'bars',
  duration: 1,
  bodies: [
    { ...bar, name: 'held bar', motion: 'static', clamp: ['x<-0.14'] },
    { ...bar, name: 'high', position: [0, 1, 0] },
    { ...bar, name: 'low', position: [0, 0.5, 0] },
  ],
};
const { scene } = resolveScene(file);

function vibrating(flexible: string): string[] {
  const { options, faults } = parseOptions(modal, { flexible, mostModes: 2 });
  expect(faults).toEqual([]);
  expect(modal.refuse(scene, options)).toEqual([]);
  return sharedBodies(scene, options, () => {})
    .bodies.filter(({ modes }) => modes > 0)
    .map(({ name }) => name);
}

test('bodies vibrate that are held, named, all or none', () => {
  expect(vibrating('all')).toEqual(['held bar', 'high', 'low']);
  expect(vibrating('held')).toEqual(['held bar']);
  expect(vibrating('none')).toEqual([]);
  expect(vibrating('low')).toEqual(['low']);
  expect(vibrating('low, held bar')).toEqual(['held bar', 'low']);
});

test('a name that no body has is refused, with the nearest one', () => {
  const { options } = parseOptions(modal, { flexible: 'low,hihg' });
  const faults = modal.refuse(scene, options);
  expect(faults).toHaveLength(1);
  expect(faults[0].value).toBe('hihg');
  expect(faults[0].remedy).toContain('high');
});
