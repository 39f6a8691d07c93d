// What the optimisations give: operations and times with each of them on or off, measured here and now.

import { signal, useSignal } from '@preact/signals';
import { allOptimisations } from '../../../../src/lagrange/index.ts';
import { complain } from '../../model/complaints.ts';
import { bytes, short } from '../../model/words.ts';
import { ask, look } from './compiling.ts';
import type { Costs } from './messages.ts';

const says: Readonly<Record<string, string>> = {
  sharing: 'equal expressions are computed once',
  blocks: 'linear systems in block triangular form',
  components: 'projections in parts that share nothing',
  folding: 'blocks whose right side is zero are zero',
  neededOnly: 'blocks that nothing needs are not solved',
  integrations: 'independent parts have steps of their own',
  products: 'products share their factors',
};

const switches = Object.entries(allOptimisations)
  .filter(([, value]) => value === true)
  .map(([name]) => name);

/** Without sharing hardly anything can be written down. */
const allButSharing = switches.filter((name) => name !== 'sharing');

interface Row {
  readonly text: string;
  readonly without: readonly string[];
  readonly costs?: Costs;
  readonly why?: string;
}

const rows = signal<readonly Row[]>([]);
const isBusy = signal(false);

export function CostsPane() {
  const off = useSignal<readonly string[]>([]);
  const text = look.value?.text;
  const shown = rows.value.filter((row) => row.text === text);
  const first = shown.find(({ without }) => without.length === 0)?.costs;
  return (
    <div class="spec-costs">
      <fieldset>
        <legend>Optimisations</legend>
        {switches.map((name) => (
          <label key={name} title={says[name]}>
            <input
              type="checkbox"
              checked={!off.value.includes(name)}
              onChange={({ currentTarget }) => {
                const others = off.value.filter((one) => one !== name);
                off.value = currentTarget.checked ? others : [...others, name];
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div class="spec-tools">
        <button
          type="button"
          class="small"
          disabled={isBusy.value}
          onClick={() => measureAll(text, [off.value])}
        >
          Measure these
        </button>
        <button
          type="button"
          class="small"
          disabled={isBusy.value}
          onClick={() => measureAll(text, [[], ...switches.map((name) => [name]), allButSharing])}
        >
          Measure each left out
        </button>
      </div>
      {shown.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Without</th>
              <th title="Of a right-hand side">Operations</th>
              <th title="Of a right-hand side">µs</th>
              <th title="A sixtieth of a second, relative error 1e-6">Frame µs</th>
              <th>Compile ms</th>
              <th>Size</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <CostRow key={row.without.join()} row={row} first={first} />
            ))}
          </tbody>
        </table>
      )}
      <p class="spec-note">
        Measured in this browser, the least of some rounds; other work makes times longer.
      </p>
    </div>
  );
}

function CostRow({ row: { without, costs, why }, first }: { row: Row; first: Costs | undefined }) {
  const isAll = without.length === allButSharing.length && !without.includes('sharing');
  const name = without.length === 0 ? 'nothing' : isAll ? 'all but sharing' : without.join(', ');
  if (costs === undefined)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colSpan={5}>{why}</td>
      </tr>
    );
  const times =
    first === undefined || first === costs
      ? ''
      : ` (×${short(costs.rateMicroseconds / first.rateMicroseconds)})`;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{costs.operations}</td>
      <td>
        {short(costs.rateMicroseconds)}
        {times}
      </td>
      <td>{short(costs.frameMicroseconds)}</td>
      <td>{short(costs.compileMs)}</td>
      <td>{bytes(costs.wasmBytes)}</td>
    </tr>
  );
}

/** One after the other, so that they do not disturb each other. */
function measureAll(text: string | undefined, list: readonly (readonly string[])[]): void {
  measureEach(text, list).catch(complain);
}

async function measureEach(text: string | undefined, list: readonly (readonly string[])[]): Promise<void> {
  if (text === undefined) return;
  isBusy.value = true;
  try {
    for (const without of list) {
      const answer = await ask({ kind: 'costs', text, without });
      const row: Row =
        answer.kind === 'costs'
          ? { text, without, costs: answer.costs }
          : { text, without, why: answer.kind === 'failed' ? answer.what : '' };
      const others = rows.value.filter((one) => one.text !== text || one.without.join() !== without.join());
      rows.value = [...others.filter((one) => one.text === text), row];
    }
  } finally {
    isBusy.value = false;
  }
}
