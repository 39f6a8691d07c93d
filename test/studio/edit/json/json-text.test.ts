import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lineAndColumn,
  mapJson,
  pointerOfPlace,
  rangeOf,
} from '../../../../studio/src/edit/json/json-map.ts';
import { isEqual, movedPlace, patchesFor, sceneText } from '../../../../studio/src/edit/json/json-text.ts';

const json = fc.jsonValue({ maxDepth: 4 });

function patched(text: string, after: unknown): string {
  return patchesFor(text, after).reduce(
    (now, { from, to, text: piece }) => now.slice(0, from) + piece + now.slice(to),
    text,
  );
}

describe('JSON with places', () => {
  test('reads what the platform reads, and every range is its value', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 0, max: 4 }), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const map = mapJson(text);
        expect(map.error).toBeUndefined();
        expect(map.value).toEqual(JSON.parse(text));
        for (const [pointer, { from, to }] of map.ranges)
          expect(JSON.parse(text.slice(from, to))).toEqual(valueAt(map.value, pointer));
      }),
    );
  });

  test('says where a text is not JSON', () => {
    const wrong = (text: string) => {
      const { error } = mapJson(text);
      return error && { what: error.what, ...lineAndColumn(text, error.at) };
    };
    expect(wrong('{\n  "a": 1\n  "b": 2\n}')).toEqual({ what: 'a comma or } is wanted', line: 3, column: 3 });
    expect(wrong('{"a": 1,}')).toEqual({ what: 'a comma too many', line: 1, column: 9 });
    expect(wrong('[1, 2')).toMatchObject({ line: 1, column: 6 });
    expect(wrong('{"a": rock}')?.what).toMatch(/rock is not a value/);
    expect(wrong('{"a": "x}')?.what).toMatch(/not closed/);
    expect(wrong('{"a": 1, "a": 2}')?.what).toMatch(/given twice/);
    expect(wrong('['.repeat(100))?.what).toMatch(/brackets/);
    expect(wrong('')?.what).toMatch(/ends here/);
    expect(wrong('{} {}')?.what).toMatch(/more behind/);
  });

  test('a key of the prototype is a key like others', () => {
    const { value } = mapJson('{"__proto__": {"polluted": true}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\ \n01e.-"a') }), (text) => {
        const { error, value } = mapJson(text);
        expect(error === undefined).toBe(value !== undefined);
      }),
    );
  });

  test('places of faults become pointers', () => {
    expect(pointerOfPlace('bodies[5].friction')).toBe('/bodies/5/friction');
    expect(pointerOfPlace('bodies[3] "lintel", face 2')).toBe('/bodies/3');
    expect(pointerOfPlace('options["a/b"]')).toBe('/options/a~1b');
    expect(pointerOfPlace('the scene')).toBe('');
  });

  test('the nearest thing around a place that is missing', () => {
    const map = mapJson('{"bodies": [{"shape": 1}]}');
    expect(rangeOf(map, '/bodies/0/friction')).toEqual({ from: 12, to: 24 });
  });
});

describe('scene text', () => {
  test('says what it was made from', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isEqual(JSON.parse(sceneText(value)), value)).toBe(true);
      }),
    );
  });

  test('a patched text says the new value, whatever both are', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(isEqual(JSON.parse(patched(sceneText(before), after)), after)).toBe(true);
      }),
    );
  });

  test('one number changes nothing else of an odd layout', () => {
    const text = '{ "gravity":9.81,\n\n\t"bodies" : [ {"name":"a" } ] }';
    expect(patched(text, { gravity: 3.7, bodies: [{ name: 'a' }] })).toBe(text.replace('9.81', '3.7'));
  });

  test('the cursor stays at its word', () => {
    const text = '{ "gravity": 9.81, "name": "moon" }';
    const patches = patchesFor(text, { gravity: 1.62345, name: 'moon' });
    const after = patched(text, { gravity: 1.62345, name: 'moon' });
    const at = text.indexOf('moon');
    expect(after.slice(movedPlace(at, patches), movedPlace(at, patches) + 4)).toBe('moon');
    expect(movedPlace(5, patches)).toBe(5);
  });

  test('vectors stay on one line', () => {
    expect(sceneText({ bodies: [{ name: 'a', position: [0, 1.5, -2] }] })).toContain('[0, 1.5, -2]');
  });
});

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      (at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      value,
    );
}
