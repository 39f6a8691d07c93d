// The lessons that come with the studio: Markdown files of `lessons/`, in the order of their names.

export interface LessonText {
  /** Its file without ".md"; of the user's own folder, its path with it. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

const files = import.meta.glob<string>('../../../lessons/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const builtIn: readonly LessonText[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, text]) => lessonText(path.slice(path.lastIndexOf('/') + 1, -3), text));

export function lessonText(name: string, text: string): LessonText {
  const title = /^#\s+(.+)$/m.exec(text)?.[1].trim();
  return { name, title: title === undefined || title === '' ? name : title, text };
}
