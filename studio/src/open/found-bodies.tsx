// The bodies that were found in mesh files: which of them stand still.

import { useMemo, useState } from 'preact/hooks';
import { nameOfEntry } from '../edit/body-index.ts';
import { sayLength } from '../edit/fields/units.ts';
import { VirtualList } from '../edit/fields/virtual-list.tsx';
import type { Imported } from './import-messages.ts';
import { setStill } from './importing.ts';

export function FoundBodies({ made, still }: { made: Imported; still: ReadonlyMap<string, boolean> }) {
  const { bodies } = made;
  const motions = useMemo(
    () => new Map(made.file.bodies?.map((body, i) => [nameOfEntry(made.file, i), body] as const)),
    [made],
  );
  const isStill = (name: string) => still.get(name) ?? motions.get(name)?.motion === 'static';
  const [query, setQuery] = useState('');
  const shown =
    query === '' ? bodies : bodies.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  const names = shown.map(({ name }) => name);
  return (
    <>
      <div class="found-head">
        <strong>
          {bodies.length} {bodies.length === 1 ? 'body' : 'bodies'}
        </strong>
        {bodies.length > 8 && (
          <input
            type="search"
            aria-label="Find bodies"
            placeholder="Find…"
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        )}
        <StillBox names={names} checked={names.length > 0 && names.every(isStill)}>
          all stand still
        </StillBox>
      </div>
      <VirtualList
        count={shown.length}
        rowHeight={44}
        most={6}
        label="Bodies that were found"
        row={(i) => {
          const { name } = shown[i];
          const isMoved = motions.get(name)?.path !== undefined || !motions.has(name);
          return (
            <div class="found-row">
              <FoundBody body={shown[i]} />
              <StillBox names={[name]} checked={isStill(name)} disabled={isMoved}>
                static
              </StillBox>
            </div>
          );
        }}
      />
    </>
  );
}

function StillBox(props: { names: string[]; checked: boolean; disabled?: boolean; children: string }) {
  return (
    <label class="open-check">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={({ currentTarget }) => setStill(props.names, currentTarget.checked)}
      />
      {props.children}
    </label>
  );
}

function FoundBody({ body }: { body: Imported['bodies'][number] }) {
  const holes = `${body.holes} ${body.holes === 1 ? 'hole' : 'holes'}`;
  return (
    <div>
      <b title={body.name}>{body.name}</b>
      <small>
        {body.size.map(sayLength).join(' × ')} · {body.faces} faces ·{' '}
        {body.closed ? (
          sayVolume(body.volume)
        ) : (
          <span class="open-warn">{body.holes > 0 ? holes : 'not a solid: faces cross or disagree'}</span>
        )}
        {body.turnedFaces > 0 && <> · {body.turnedFaces} faces turned outward</>}
      </small>
    </div>
  );
}

function sayVolume(cubicMetres: number): string {
  const digits = (x: number) => String(Number(x.toPrecision(3)));
  if (cubicMetres < 1e-6) return `${digits(cubicMetres * 1e9)} mm³`;
  return cubicMetres < 0.01 ? `${digits(cubicMetres * 1e6)} cm³` : `${digits(cubicMetres)} m³`;
}
