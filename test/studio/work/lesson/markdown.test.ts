// Lessons: their Markdown, and that what they name is there.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Block,
  type Inline,
  plainText,
  readMarkdown,
} from '../../../../studio/src/work/lesson/markdown.ts';

const root = new URL('../../../../', import.meta.url);

function linksOf(blocks: readonly Block[]): string[] {
  const within = (children: readonly Inline[]): string[] =>
    children.flatMap((one) =>
      one.kind === 'link' ? [one.to] : 'children' in one ? within(one.children) : [],
    );
  return blocks.flatMap((block) =>
    block.kind === 'code'
      ? []
      : block.kind === 'list'
        ? block.items.flatMap((item) => within(item))
        : within(block.children),
  );
}

describe('the Markdown of lessons', () => {
  test('has headings, paragraphs, lists, quotes and code', () => {
    const blocks = readMarkdown(
      '# A *title*\n\nOne\ntwo **three**.\n\n- a\n  goes on\n- b\n\n1. x\n2. y\n\n> said\n\n```\n*raw*\n```\n',
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'code']);
    const [title, paragraph, bullets, numbers, , code] = blocks;
    expect(title.kind === 'heading' && plainText(title.children)).toBe('A title');
    expect(paragraph.kind === 'paragraph' && plainText(paragraph.children)).toBe('One two three.');
    expect(bullets.kind === 'list' && bullets.items.map((item) => plainText(item))).toEqual([
      'a goes on',
      'b',
    ]);
    expect(numbers.kind === 'list' && numbers.ordered).toBe(true);
    expect(code).toEqual({ kind: 'code', text: '*raw*', info: '' });
  });

  test('lets links lead into the studio or to https, and nowhere else', () => {
    const given = [
      '#example/bolt',
      'https://example.org/a',
      'javascript:alert(1)',
      'data:text/html,x',
      '//x.y',
      'http://x.y',
    ];
    const text = given.map((to) => `[here](${to})`).join(' ');
    expect(linksOf(readMarkdown(text))).toEqual(given.slice(0, 2));
    expect(linksOf(readMarkdown('`[here](#a)`'))).toEqual([]);
  });

  test('takes any text, ends, and loses no word', () => {
    const word = fc.constantFrom(
      'a',
      'b2',
      '**',
      '*',
      '`',
      '[',
      ']',
      '](',
      '(',
      ')',
      '#',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '```',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join('');
        const all = JSON.stringify(readMarkdown(text));
        const count = (of: string, what: RegExp) => of.match(what)?.length ?? 0;
        // What stands behind the opening of a block of code names its language.
        if (!text.includes('```'))
          expect(count(all.replaceAll(/"[a-z]+":/g, ''), /b2/g)).toBe(count(text, /b2/g));
        for (const to of linksOf(readMarkdown(text))) expect(to).toMatch(/^(#|https:)/);
      }),
      { numRuns: 300 },
    );
    const deep = '*'.repeat(5000) + '[('.repeat(2000);
    expect(readMarkdown(deep).length).toBeGreaterThan(0);
  });
});

describe('lessons', () => {
  const folder = new URL('lessons/', root);
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const benches = readFileSync(new URL('studio/src/work/benches.ts', root), 'utf8');
  const examples = readdirSync(new URL('examples/', root), { recursive: true, encoding: 'utf8' });

  test('there are some', () => expect(files.length).toBeGreaterThan(3));

  for (const file of files) {
    test(`${file} names examples and benches that are there`, () => {
      const blocks = readMarkdown(readFileSync(new URL(file, folder), 'utf8'));
      expect(blocks[0].kind).toBe('heading');
      const links = linksOf(blocks);
      expect(links.length).toBeGreaterThan(0);
      for (const to of links) {
        const [, example, bench] = /^#example\/([\w-]+);bench=([a-z]+)$/.exec(to) ?? [];
        expect(examples.some((path) => path.endsWith(`/${example}.ts`))).toBe(true);
        expect(benches).toContain(`id: '${bench}'`);
      }
      for (const [, page] of readFileSync(new URL(file, folder), 'utf8').matchAll(/`(docs\/[\w/.-]+)`/g))
        expect(existsSync(new URL(page, root))).toBe(true);
    });
  }
});
