// One goal of the scene: what it says, the numbers of it that drawing leaves open, and a button that takes it back.

import { change } from '../../../edit/change.ts';
import { scene } from '../../../model/project.ts';
import { type GoalFile, goalAt, whoOf, wishOf } from './goals.ts';

interface Row {
  readonly goal: GoalFile;
  readonly index: number;
  /** When the motion ends [s]. */
  readonly longest: number;
}

/** A number of a goal: its name, unit and value, and the goal with another. */
interface Part {
  readonly name: string;
  readonly unit: string;
  readonly value: number | undefined;
  readonly least: number;
  readonly most?: number;
  readonly with: (value: number) => GoalFile;
}

export function GoalRow({ goal, index, longest }: Row) {
  const set = (next: GoalFile | undefined) => change((file) => goalAt(file, index, next));
  const who = whoOf(goal);
  return (
    <div class="past-goal" data-goal={index}>
      <span>
        <strong title={who}>{who}</strong> {wishOf(goal)}
      </span>
      <button
        type="button"
        class="plain"
        aria-label={`Take back goal ${index + 1}`}
        onClick={() => set(undefined)}
      >
        ✕
      </button>
      {partsOf(goal, longest).map(({ name, unit, value, least, most, with: changed }) => (
        <label key={name} class="past-number">
          {name}
          <input
            type="number"
            aria-label={`${name} of goal ${index + 1}`}
            step="any"
            min={least}
            max={most}
            value={value ?? ''}
            placeholder="any"
            onChange={({ currentTarget: { valueAsNumber: given } }) => {
              if (given >= least && given <= (most ?? Number.POSITIVE_INFINITY)) set(changed(given));
            }}
          />
          {unit}
        </label>
      ))}
    </div>
  );
}

function partsOf(goal: GoalFile, longest: number): Part[] {
  const { atMost, passes, time, startsIn } = goal;
  const up = scene.value?.up === 'z' ? 2 : 1;
  const raised = (place: readonly number[], height: number) =>
    place.map((x, k) => (k === up ? height : x)) as [number, number, number];
  if (atMost !== undefined)
    return [
      { name: 'at most', unit: 'm/s', value: atMost, least: 1e-3, with: (x) => ({ ...goal, atMost: x }) },
    ];
  if (passes !== undefined)
    return [
      {
        name: 'height',
        unit: 'm',
        value: passes[up],
        least: -1e6,
        with: (x) => ({ ...goal, passes: raised(passes, x) }),
      },
      { name: 'at', unit: 's', value: time, least: 0, most: longest, with: (x) => ({ ...goal, time: x }) },
    ];
  if (startsIn === undefined || !('size' in startsIn)) return [];
  const { center, size } = startsIn;
  const bottom = center[up] - 0.5 * size[up];
  const box = (low: number, high: number): GoalFile => ({
    ...goal,
    startsIn: { center: raised(center, tidy(low + 0.5 * high)), size: raised(size, tidy(high)) },
  });
  return [
    { name: 'from', unit: 'm', value: tidy(bottom), least: -1e6, with: (x) => box(x, size[up]) },
    { name: 'high', unit: 'm', value: size[up], least: 1e-3, with: (x) => box(bottom, x) },
  ];
}

/** To a tenth of a millimetre. */
function tidy(value: number): number {
  return Math.round(1e4 * value) / 1e4;
}
