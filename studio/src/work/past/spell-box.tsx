// A text becomes a scene of balls in bins, or of boxes on the floor, that lie as it says.

import { useSignal } from '@preact/signals';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import { cleanName } from '../../../../src/scene/new/index.ts';
import { spell } from '../../../../src/scene/spell/index.ts';
import { complain } from '../../model/complaints.ts';
import { openAsProject } from './open-as-project.ts';

const LONGEST = 400;

export function SpellBox() {
  const text = useSignal('Hello');
  const things = useSignal<'balls' | 'boxes'>('balls');
  const seconds = useSignal(2);
  const make = async () => {
    const name = cleanName(text.value.slice(0, 40)).toLowerCase() || 'spelling';
    const file = spell(name, text.value, { things: things.value, columns: 60 });
    const hasThings = (file.bodies ?? []).some(({ motion }) => motion !== 'static');
    if (!hasThings)
      throw new FaultError('this cannot be spelled:', [
        { what: 'there is nothing to see of it', where: 'the text', remedy: 'give letters or digits' },
      ]);
    await openAsProject({ ...file, duration: seconds.value });
  };
  return (
    <form
      class="past-row"
      aria-label="Spell a text"
      onSubmit={(event) => {
        event.preventDefault();
        void make().catch(complain);
      }}
    >
      <input
        aria-label="Text"
        class="past-wide"
        maxLength={LONGEST}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      <select
        aria-label="Made of"
        value={things.value}
        onChange={({ currentTarget }) => {
          things.value = currentTarget.value as 'balls' | 'boxes';
        }}
      >
        <option value="balls">balls in bins</option>
        <option value="boxes">boxes</option>
      </select>
      <label class="past-number">
        <input
          aria-label="Seconds"
          type="number"
          min={0.2}
          max={30}
          step={0.1}
          value={seconds.value}
          onChange={({ currentTarget }) => {
            const given = currentTarget.valueAsNumber;
            if (given >= 0.2 && given <= 30) seconds.value = given;
          }}
        />
        s
      </label>
      <button type="submit" disabled={text.value.trim() === ''}>
        Spell
      </button>
    </form>
  );
}
