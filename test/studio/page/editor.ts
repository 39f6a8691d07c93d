// The editor of specifications as a person uses it: what it says, and the cursor put behind a piece of it.

import type { Page } from 'playwright-core';

export function editorText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const root = document.querySelector('.spec-editor')?.shadowRoot;
    return [...(root?.querySelectorAll('.cm-line') ?? [])].map((line) => line.textContent).join('\n');
  });
}

export async function clickBehind(page: Page, piece: string): Promise<void> {
  const at = await page.evaluate((wanted) => {
    const root = document.querySelector('.spec-editor')?.shadowRoot;
    const line = [...(root?.querySelectorAll('.cm-line') ?? [])].find((one) =>
      one.textContent?.includes(wanted),
    );
    if (line === undefined) return undefined;
    line.scrollIntoView({ block: 'nearest' });
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let left = (line.textContent ?? '').indexOf(wanted) + wanted.length;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node.textContent ?? '';
      if (left > length) {
        left -= length;
        continue;
      }
      const range = document.createRange();
      range.setStart(node, left - 1);
      range.setEnd(node, left);
      const box = range.getBoundingClientRect();
      return { x: box.right, y: box.top + box.height / 2 };
    }
    return undefined;
  }, piece);
  if (at === undefined) throw new Error(`"${piece}" is not in the text`);
  await page.mouse.click(at.x - 0.5, at.y);
}
