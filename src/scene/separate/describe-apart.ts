// What was moved and shrunk so that a scene could start, in one sentence.

import type { Apart, Scene } from '../types.ts';

const MOST_NAMES = 3;

/** Empty where nothing was changed. */
export function describeApart({ bodies, deformables }: Scene, apart: readonly Apart[]): string {
  if (apart.length === 0) return '';
  const things = [...bodies, ...deformables];
  const tell = (changes: readonly { body: number; by: number }[], how: string): string[] => {
    if (changes.length === 0) return [];
    const largestFirst = [...changes].sort((one, other) => other.by - one.by);
    const names = largestFirst.slice(0, MOST_NAMES).map(({ body }) => `"${things[body].name}"`);
    const rest = changes.length - names.length;
    const who = `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    return [`${who} ${how} by ${changes.length > 1 ? 'up to ' : ''}${lengthText(largestFirst[0].by)}`];
  };
  const moved = apart.map(({ body, moved: [x, y, z] }) => ({ body, by: Math.sqrt(x * x + y * y + z * z) }));
  const shrunk = apart.map(({ body, inset }) => ({ body, by: inset }));
  const parts = [
    ...tell(
      moved.filter(({ by }) => by > 0),
      'moved',
    ),
    ...tell(
      shrunk.filter(({ by }) => by > 0),
      'shrunk',
    ),
  ];
  return `what touched at the start was set apart: ${parts.join('; ')}`;
}

/** [m] as people say it. */
export function lengthText(metres: number): string {
  const [factor, unit] = metres < 1e-3 ? [1e6, 'µm'] : metres < 1 ? [1e3, 'mm'] : [1, 'm'];
  return `${Number((factor * metres).toPrecision(3))} ${unit}`;
}
