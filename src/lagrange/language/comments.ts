// The comments and empty lines of a text, handed out in order while it is written anew.

interface Comment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export class CommentKeeper {
  private readonly text: string;
  private readonly comments: readonly Comment[];
  private next = 0;
  /** Everything before this is written. */
  private at = 0;

  constructor(text: string) {
    this.text = text;
    // The text has been parsed, so every comment is closed, and there are no strings that could hide one.
    this.comments = [...text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].map((match) => ({
      text: match[0].replaceAll('\r\n', '\n').trimEnd(),
      from: match.index,
      to: match.index + match[0].length,
    }));
  }

  /** There is no text to keep anything of. */
  get isEmpty(): boolean {
    return this.text === '';
  }

  takeUntil(until: number): { text: string; afterGap: boolean }[] {
    const taken: { text: string; afterGap: boolean }[] = [];
    for (; this.next < this.comments.length && this.comments[this.next].from < until; this.next++) {
      const { text, from, to } = this.comments[this.next];
      taken.push({ text, afterGap: this.hasGapBefore(from) });
      this.at = Math.max(this.at, to);
    }
    return taken;
  }

  takeOnLine(from: number): string | undefined {
    this.at = Math.max(this.at, from);
    const comment = this.comments[this.next];
    if (comment === undefined || comment.from < from) return undefined;
    const between = this.text.slice(from, comment.from);
    // Only blanks between; and of a comment of several lines, nothing may have to follow it on its last.
    if (!/^[^\S\n]*$/.test(between) || comment.text.includes('\n')) return undefined;
    this.next++;
    this.at = comment.to;
    return comment.text;
  }

  /** An empty line between what was written last and a place in the text. */
  hasGapBefore(place: number): boolean {
    return this.at > 0 && place > this.at && /\n[^\S\n]*\n/.test(this.text.slice(this.at, place));
  }
}
