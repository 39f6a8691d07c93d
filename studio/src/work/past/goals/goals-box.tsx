// What a past should be like: goals about the selected bodies, drawn in the view or said here; each stands in a row, and goes with a click.

import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { change } from '../../../edit/change.ts';
import { project, scene } from '../../../model/project.ts';
import { stage } from '../../../view/current.ts';
import { addLayer } from '../../../view/layers/extra-layers.ts';
import { hand } from '../../../view/pointer/hand.ts';
import { isSketching } from '../hints/sketch.ts';
import { present } from '../state.ts';
import { chosenBodies, type Drawing, drawing, drawnGoal, goalHand } from './draw-goal.ts';
import { GoalLayer } from './goal-layer.ts';
import { GoalRow } from './goal-row.tsx';
import { about, type GoalFile, withGoal, withoutGoals } from './goals.ts';

const DRAWINGS: readonly (readonly [Drawing, string, string])[] = [
  ['startsIn', 'Start region', 'Drag over the ground: the base of the box in which it starts.'],
  ['from', 'Direction', 'Drag to the side from which it comes.'],
  ['passes', 'Place', 'Click a place that it passes.'],
];
/** The first wish of how fast, and of when [m/s]. */
const SPEED = 2;

export function GoalsBox() {
  useSignalEffect(() => {
    const on = stage.value;
    return on === undefined ? undefined : addLayer(new GoalLayer(on));
  });
  useSignalEffect(() => {
    void [drawnGoal.value, scene.value];
    stage.peek()?.invalidate();
  });
  useSignalEffect(() => {
    const what = drawing.value;
    if (what === undefined) return undefined;
    // one hand at a time
    isSketching.value = false;
    const mine = goalHand(what);
    hand.value = mine;
    return () => {
      if (hand.peek() === mine) hand.value = undefined;
    };
  });
  useSignalEffect(() => {
    if (isSketching.value) drawing.value = undefined;
  });
  useEffect(
    () => () => {
      drawing.value = undefined;
    },
    [],
  );
  const open = scene.value;
  const file = project.value?.file;
  if (open === undefined || file === undefined) return null;
  const goals = file.goals ?? [];
  // they are known by their places: a number that is changed keeps its field
  const rows = goals.map((goal, index) => ({ goal, index, key: `goal-${index}` }));
  const names = chosenBodies().map((body) => open.bodies[body].name);
  const others = open.bodies.filter(({ motion, name }) => motion === 'dynamic' && !names.includes(name));
  const nobody = names.length === 0;
  const add = (goal: GoalFile) => change((before) => withGoal(before, { ...about(names), ...goal }));
  const said = DRAWINGS.find(([what]) => what === drawing.value)?.[2];
  return (
    <div class="past-goals">
      <p class="faint">
        {nobody
          ? 'Select bodies, then wish where they start, come from or pass.'
          : `Wishes for ${names.join(', ')}.`}
        {said !== undefined && ` ${said}`}
      </p>
      <div class="past-row">
        {DRAWINGS.map(([what, label]) => (
          <button
            key={what}
            type="button"
            aria-pressed={drawing.value === what}
            onClick={() => {
              drawing.value = drawing.value === what ? undefined : what;
            }}
          >
            {label}
          </button>
        ))}
        <button type="button" disabled={nobody} onClick={() => add({ atMost: SPEED })}>
          Speed limit
        </button>
        <select
          aria-label="Hit by"
          disabled={nobody || others.length === 0}
          value=""
          onChange={({ currentTarget }) => {
            const by = currentTarget.value;
            currentTarget.value = '';
            if (by !== '') add({ by });
          }}
        >
          <option value="">hit by …</option>
          {others.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        {goals.length > 1 && (
          <button type="button" class="plain" onClick={() => change(withoutGoals)}>
            Take all back
          </button>
        )}
      </div>
      {rows.map(({ goal, index, key }) => (
        <GoalRow key={key} goal={goal} index={index} longest={present.value} />
      ))}
    </div>
  );
}
