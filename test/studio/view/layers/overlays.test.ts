import { expect, test } from 'vitest';
import { keepOverlays, overlays } from '../../../../studio/src/view/layers/overlays.ts';

function storageWith(text: string | null) {
  const kept = new Map(text === null ? [] : [['carom.view', text]]);
  return {
    kept,
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  };
}

test('overlays are as they were the last time', () => {
  const { storage, kept } = storageWith('{"wireframe":true,"names":"yes","other":true}');
  const stop = keepOverlays(() => storage);
  expect(overlays.wireframe.on.value).toBe(true);
  expect(overlays.names.on.value).toBe(false);
  overlays.wireframe.on.value = false;
  overlays.contacts.on.value = true;
  expect(JSON.parse(kept.get('carom.view') ?? '')).toMatchObject({ wireframe: false, contacts: true });
  stop();
  overlays.contacts.on.value = false;
});

test.each(['{', 'null', '[1]', '"x"'])('what is kept as %s does no harm', (text) => {
  keepOverlays(() => storageWith(text).storage)();
  expect(overlays.shadows.on.value).toBe(true);
});

test('a page that may keep nothing still shows everything', () => {
  const stop = keepOverlays(() => {
    throw new Error('forbidden');
  });
  overlays.joints.on.value = true;
  expect(overlays.joints.on.value).toBe(true);
  overlays.joints.on.value = false;
  stop();
});

test('no two overlays have the same key', () => {
  const keys = Object.values(overlays).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
