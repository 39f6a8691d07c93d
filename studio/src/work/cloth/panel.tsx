// The bench for cloth: pins and pulls set by hand, what the engine certifies, events by kind, layers and clocks.

import { signal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { change } from '../../edit/change.ts';
import { project, scene } from '../../model/project.ts';
import { selected } from '../../model/selection.ts';
import { metres, plural, short } from '../../model/words.ts';
import { stage } from '../../view/current.ts';
import { addLayer } from '../../view/layers/extra-layers.ts';
import { hand } from '../../view/pointer/hand.ts';
import { canDrag, dragged } from '../../model/drag.ts';
import { ToggleButton } from '../switches.tsx';
import { EventsChart } from './events-chart.tsx';
import { LayersBox } from './layers-box.tsx';
import { isLooking, seen } from './look.ts';
import { brushed, drawn, pinHand, reach, strength } from './pin-hand.ts';
import { PinLayer } from './pin-layer.ts';
import { withoutPins } from './pins.ts';
import { pullHand } from './pull-hand.ts';
import { type Reach, reaches } from './reach.ts';
import { certificate, watchReports } from './reports.ts';
import { SlabsBox } from './slabs-box.tsx';
import './cloth.css';

const isPinning = signal(false);

const PIN =
  'Click to hold what lies there, or to let it go. Drag from it to draw it that way: a drag as long as the cloth is wide gives that force.';
const BRUSH = 'Paint over what shall be held; with Shift over what shall be let go.';
const PULL = 'It runs: drag the cloth in the view to pull it. What you pull is logged and replays.';

export default function ClothPanel() {
  useEffect(() => {
    const stop = watchReports();
    return () => {
      stop();
      isPinning.value = false;
      isLooking.value = false;
    };
  }, []);
  useSignalEffect(() => {
    const on = stage.value;
    return on === undefined ? undefined : addLayer(new PinLayer(on));
  });
  useSignalEffect(() => {
    void [drawn.value, brushed.value, dragged.value, scene.value];
    stage.peek()?.invalidate();
  });
  useSignalEffect(() => {
    // While a run goes on the pointer pulls what it makes.
    if (!isPinning.value && !canDrag.value) return undefined;
    const mine = canDrag.value ? pullHand() : pinHand();
    hand.value = mine;
    return () => {
      if (hand.peek() === mine) hand.value = undefined;
    };
  });
  return (
    <div class="cloth work-boxes">
      <details open>
        <summary>Pins and pulls</summary>
        <PinsBox />
      </details>
      <details open>
        <summary>What is kept</summary>
        <CertificateBox />
      </details>
      <details open>
        <summary>Events by kind</summary>
        <EventsChart />
      </details>
      <details open>
        <summary>Layers, clocks and slabs</summary>
        <SlabsBox />
        {!(isLooking.value && seen.value !== undefined) && <LayersBox />}
      </details>
    </div>
  );
}

function PinsBox() {
  const open = scene.value;
  if (open === undefined || project.value === undefined)
    return <p class="faint">A recording has its pins already. Edit its scene to change them.</p>;
  return (
    <>
      <div class="cloth-row">
        <ToggleButton on={isPinning}>Pin in the view</ToggleButton>
        <select
          aria-label="What a click takes"
          value={reach.value}
          onChange={({ currentTarget }) => {
            reach.value = currentTarget.value as Reach;
          }}
        >
          {reaches.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
        <label>
          Pull with{' '}
          <input
            class="cloth-number"
            inputMode="decimal"
            aria-label="Newton for a drag as long as the cloth"
            value={String(strength.value)}
            onChange={({ currentTarget }) => {
              const value = Number(currentTarget.value);
              if (value > 0 && value < 1e6) strength.value = value;
              else currentTarget.value = String(strength.value);
            }}
          />{' '}
          N
        </label>
      </div>
      <p class="faint" data-pulling={dragged.value !== undefined}>
        {canDrag.value ? PULL : reach.value === 'brush' ? BRUSH : PIN}
      </p>
      <ul class="cloth-pins">
        {open.deformables.map(({ name, pins }, d) => {
          const held = new Set(
            pins.filter(({ force }) => force === undefined).flatMap(({ vertices }) => vertices),
          );
          const pulled = pins.filter(({ force }) => force !== undefined);
          return (
            <li key={name}>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  selected.value = [open.bodies.length + d];
                }}
              >
                {name}
              </button>
              <span class="faint" data-held={held.size} data-pulls={pulled.length}>
                {held.size} held, {plural(pulled.length, 'pull')}
              </span>
              <button
                type="button"
                disabled={pins.length === 0}
                onClick={() => change((file) => withoutPins(file, d))}
              >
                Let go
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function CertificateBox() {
  const now = certificate.value;
  if (now === undefined) return <p class="faint">Run the scene with the engine async to see it.</p>;
  const { energy, startEnergy } = now;
  const rows: readonly (readonly [string, string])[] = [
    ['Energy', `${short(energy.energy)} J, ${signed(energy.energy - startEnergy)} J since the start`],
    ['of motion', `${short(energy.kineticEnergy)} J`],
    ['of stretching and bending', `${short(energy.elasticEnergy)} J`],
    ['of contacts', `${short(energy.contactEnergy)} J`],
    ['Momentum', `${short(now.momentum)} kg m/s, changed by ${short(now.momentumChange)}`],
    ['Angular momentum', `${short(now.spin)} kg m²/s, changed by ${short(now.spinChange)}`],
    [
      'Kicks',
      `${now.kicks[0].toLocaleString('en')} in this frame, ${now.kicks[1].toLocaleString('en')} so far`,
    ],
    [
      'of which contacts',
      `${now.pushes[0].toLocaleString('en')} in this frame, ${now.pushes[1].toLocaleString('en')} so far`,
    ],
    ...now.pairs.map(([kind, count]) => [kind, plural(count, 'pair')] as const),
    ['Nearest pair that pushed', now.pushes[0] > 0 ? metres(now.smallestGap) : 'none'],
  ];
  return (
    <dl class="cloth-report" data-frame={now.frame}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : '−'}${short(Math.abs(value))}`;
}
