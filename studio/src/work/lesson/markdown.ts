// The Markdown that lessons are written in: headings, paragraphs, lists, quotes, code, strong, emphasis and links. A text
// becomes a tree, never markup, so nothing in it can be more than text; links lead into the studio or to https only. A
// block of code that is called a scene can be opened as one.

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  /** @property info  what stands behind its first fence, such as "scene bench=plots" */
  | { readonly kind: 'code'; readonly text: string; readonly info: string };

const HEADING = /^(#{1,4})\s+(.*)$/;
const BULLET = /^\s{0,3}[-*]\s+(.*)$/;
const NUMBER = /^\s{0,3}\d{1,4}[.)]\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const FENCE = /^```\s*(.*)$/;
/** Deeper text within text stays as it is written. */
const DEEPEST = 4;

/** Where a link leads; undefined where it may not. */
type LinkOf = (to: string) => string | undefined;

/** @param linkOf  asked about links that lead neither into the studio nor to https */
export function readMarkdown(text: string, linkOf: LinkOf = () => undefined): Block[] {
  const readInlines = (words: string) => inlinesOf(words, (to) => (isSafe(to) ? to : linkOf(to)), 0);
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  const isPlain = (line: string | undefined) =>
    line !== undefined &&
    line.trim() !== '' &&
    ![HEADING, BULLET, NUMBER, QUOTE, FENCE].some((form) => form.test(line));
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    const heading = HEADING.exec(line);
    if (line.trim() === '') i++;
    else if (FENCE.test(line)) {
      const [, info] = FENCE.exec(line) as unknown as string[];
      const from = ++i;
      while (i < lines.length && !FENCE.test(lines[i])) i++;
      blocks.push({ kind: 'code', text: lines.slice(from, i++).join('\n'), info });
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1].length, children: readInlines(heading[2]) });
      i++;
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const form = BULLET.test(line) ? BULLET : NUMBER;
      const items: string[] = [];
      for (let match = form.exec(line); match; match = form.exec(lines[i] ?? '')) {
        items.push(match[1]);
        // An item goes on where its lines are indented.
        while (++i < lines.length && isPlain(lines[i]) && /^\s/.test(lines[i]))
          items.push(`${items.pop()} ${lines[i].trim()}`);
      }
      blocks.push({ kind: 'list', ordered: form === NUMBER, items: items.map((item) => readInlines(item)) });
    } else if (QUOTE.test(line)) {
      const said: string[] = [];
      for (let match = QUOTE.exec(line); match; match = QUOTE.exec(lines[++i] ?? '')) said.push(match[1]);
      blocks.push({ kind: 'quote', children: readInlines(said.join(' ')) });
    } else {
      const said = [line.trim()];
      while (isPlain(lines[++i])) said.push(lines[i].trim());
      blocks.push({ kind: 'paragraph', children: readInlines(said.join(' ')) });
    }
  }
  return blocks;
}

/** Code first, for nothing in it means anything; then links, strong and emphasis. */
const INLINE = /`([^`]+)`|\[([^[\]]+)\]\(([^()\s]+)\)|\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*|\*([^*]+)\*/;

function inlinesOf(text: string, linkOf: LinkOf, depth: number): Inline[] {
  const out: Inline[] = [];
  let rest = text;
  while (rest !== '') {
    const match = depth < DEEPEST ? INLINE.exec(rest) : null;
    if (match === null) {
      out.push({ kind: 'text', text: rest });
      break;
    }
    if (match.index > 0) out.push({ kind: 'text', text: rest.slice(0, match.index) });
    const [whole, code, label, given, strong, emphasis] = match;
    const to = given === undefined ? undefined : linkOf(given);
    if (code !== undefined) out.push({ kind: 'code', text: code });
    else if (strong !== undefined)
      out.push({ kind: 'strong', children: inlinesOf(strong, linkOf, depth + 1) });
    else if (emphasis !== undefined)
      out.push({ kind: 'emphasis', children: inlinesOf(emphasis, linkOf, depth + 1) });
    else if (to !== undefined) out.push({ kind: 'link', to, children: inlinesOf(label, linkOf, depth + 1) });
    else out.push({ kind: 'text', text: whole });
    rest = rest.slice(match.index + whole.length);
  }
  return out;
}

/** Into the studio, or to a page of the web. */
function isSafe(to: string): boolean {
  return to.startsWith('#') || /^https:\/\/[^/]/.test(to);
}

export function plainText(children: readonly Inline[]): string {
  return children.map((one) => ('children' in one ? plainText(one.children) : one.text)).join('');
}
