// Scenes of lessons: in links, in files beside a lesson of the folder, and in the text; and nothing outside the folder.

import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';

let lesson: typeof import('../../../../studio/src/work/lesson/lesson.ts');
let place: typeof import('../../../../studio/src/model/place.ts');

beforeAll(async () => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => {});
  place = await import('../../../../studio/src/model/place.ts');
  lesson = await import('../../../../studio/src/work/lesson/lesson.ts');
});

const scenesOf = (name: string, text: string) => lesson.readLesson({ name, title: '', text }).scenes;

describe('scenes of a lesson', () => {
  test('come in the order of the text', () => {
    const text =
      'See [a](#example/bolt;bench=plots), [all](#), [more](#lesson/two-runs), [rows](#sweep/out/ladder) and [the web](https://example.org).\n\n' +
      '```scene bench=sound\n{}\n```\n\n```\nplain\n```\n\n- [b](run.carom)\n\n```lagrange\nsystem S;\n```\n';
    expect(scenesOf('part/one.md', text)).toEqual([
      { kind: 'link', to: '#example/bolt;bench=plots' },
      { kind: 'code', file: '{}', bench: 'sound' },
      { kind: 'link', to: `#recording/${encodeURIComponent('part/run.carom')}` },
      { kind: 'code', file: expect.stringContaining('"specification":"system S;"'), bench: 'equations' },
    ]);
    // Those that come with the studio have no files beside them.
    expect(scenesOf('two-runs', '[b](run.carom)')).toEqual([]);
  });

  test('are addresses of files beside the lesson', () => {
    const to = (link: string) => {
      const address = lesson.fileLink('course/week one/1.md', link);
      return address === undefined ? undefined : place.readPlace(address);
    };
    expect(to('a.json')).toEqual({ kind: 'scene', path: 'course/week one/a.json' });
    expect(to('./deep/a.json;bench=plots')).toEqual({
      kind: 'scene',
      path: 'course/week one/deep/a.json',
      bench: 'plots',
    });
    expect(to('2.md')).toEqual({ kind: 'lesson', name: 'course/week one/2.md' });
    for (const bad of [
      '../a.json',
      '/a.json',
      'x/../../a.json',
      '.hidden.json',
      'http://x/a.json',
      'a.txt',
      'a\\b.json',
    ])
      expect(to(bad)).toBeUndefined();
  });

  test('never leave the folder, whatever a link says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('..', '.', '/', 'a', 'é', '%2e', '\\', ':', '#', ';', ' '), {
          maxLength: 12,
        }),
        (parts) => {
          const address = lesson.fileLink('course/1.md', `${parts.join('')}.json`);
          if (address === undefined) return;
          const at = place.readPlace(address);
          expect(at.kind).toBe('scene');
          const steps = at.kind === 'scene' ? at.path.split('/') : ['..'];
          expect(steps[0]).toBe('course');
          for (const step of steps) expect(step).not.toMatch(/^\.|^$|[\\:]/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
