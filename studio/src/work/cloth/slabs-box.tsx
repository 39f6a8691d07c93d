// Contacts as the engine has them at the moment shown: the nearest pairs, and of one of them a diagram.
//
// Distance upward, time to the right from now on: a line for each layer that is on, at the distance where it begins to
// push, with the ticks of its clock; and below the slab, which proves until when no further layer is needed.

import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Sphere, Vector3 } from 'three';
import type { SeenPair } from '../../../../src/engines/async/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { metres, plural, short } from '../../model/words.ts';
import { stage } from '../../view/current.ts';
import { addLayer } from '../../view/layers/extra-layers.ts';
import { shownScene } from '../../view/shown.ts';
import { chosenPair, chosenRank, going, isLooking, seen, watchContacts, whyNot } from './look.ts';
import { SlabLayer } from './slab-layer.ts';

const LISTED = 8;
/** How much around a pair is seen, in thicknesses. */
const NEARBY = 9;
const WIDTH = 380;
const HEIGHT = 190;
const LEFT = 54;
const BOTTOM = 20;
/** Ticks nearer than this would be a bar [px]. */
const NEAREST_TICKS = 2.5;
const MOST_TICKS = 400;

export function SlabsBox() {
  useEffect(() => watchContacts(), []);
  useSignalEffect(() => {
    const on = stage.value;
    return on === undefined || !isLooking.value ? undefined : addLayer(new SlabLayer(on));
  });
  useSignalEffect(() => {
    void [seen.value, chosenPair.value];
    stage.peek()?.invalidate();
  });
  const now = seen.value;
  const why = whyNot.value;
  return (
    <>
      <label class="cloth-row">
        <input
          type="checkbox"
          checked={isLooking.value}
          onChange={({ currentTarget }) => {
            isLooking.value = currentTarget.checked;
          }}
        />
        Draw slabs and clocks of the moment shown
      </label>
      {isLooking.value && why !== undefined && <p class="faint">{why}</p>}
      {isLooking.value && why === undefined && going.value !== undefined && (
        <p class="faint" role="status">
          Running it again up to here: at {going.value.toFixed(3)} s.
        </p>
      )}
      {isLooking.value && now !== undefined && <Seen scene={shownScene.value} />}
    </>
  );
}

function Seen({ scene }: { scene: Scene | undefined }) {
  const now = seen.value;
  const chosen = chosenPair.value;
  if (now === undefined || scene === undefined) return null;
  const nameOf = (item: number) =>
    (item < scene.bodies.length ? scene.bodies[item] : scene.deformables[item - scene.bodies.length])?.name ??
    '';
  return (
    <div class="cloth-seen" data-time={now.time} data-pairs={now.pairs} data-layers={now.layersOn}>
      <p class="faint">
        At {now.time.toFixed(6)} s the engine follows {plural(now.pairs, 'pair')}; {now.pairsOn} of them{' '}
        {now.pairsOn === 1 ? 'has' : 'have'} {plural(now.layersOn, 'layer')} switched on.
      </p>
      {now.nearest.length > 0 && (
        <table class="cloth-pairs">
          <thead>
            <tr>
              <th>Nearest pairs</th>
              <th>apart</th>
              <th>layers on</th>
              <th>slab holds for</th>
            </tr>
          </thead>
          <tbody>
            {now.nearest.slice(0, LISTED).map((pair, rank) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pairs are told apart by how near they are
              <tr key={rank} aria-selected={pair === chosen}>
                <td>
                  <button
                    type="button"
                    class="plain"
                    onClick={() => {
                      chosenRank.value = rank;
                    }}
                  >
                    {nameOf(pair.items[0])} and {nameOf(pair.items[1])}, {pair.kind}
                  </button>
                </td>
                <td>{metres(pair.distance)}</td>
                <td>{pair.layers.length}</td>
                <td>{pair.slab ? seconds(pair.slab.fails - now.time) : 'none'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {chosen !== undefined && (
        <>
          <button type="button" onClick={() => lookAt(chosen)}>
            Look at it in the view
          </button>
          <PairDiagram pair={chosen} now={now.time} />
        </>
      )}
    </div>
  );
}

/** Brings the camera near to a pair. */
function lookAt({ a, b, eta }: SeenPair): void {
  const view = stage.peek();
  const root = view?.content?.root;
  if (view === undefined || root === undefined) return;
  const middle = new Vector3(...a).add(new Vector3(...b)).multiplyScalar(0.5);
  view.lens.fit(new Sphere(middle, NEARBY * eta).applyMatrix4(root.matrixWorld));
  view.invalidate();
}

function PairDiagram({ pair, now }: { pair: SeenPair; now: number }) {
  const { layers, slab, distance, eta } = pair;
  const holds = slab ? slab.fails - now : 0;
  const slowest = layers[0]?.step ?? 0;
  const span = Math.max(4 * slowest, 1.15 * holds, 1e-9);
  const top = 1.08 * Math.max(eta, Math.min(distance, 2 * eta));
  const x = (later: number) => LEFT + ((WIDTH - LEFT - 6) * later) / span;
  // Layers crowd towards the deepest: what lies far below the slab is cut off.
  const low = 0.85 * Math.min(slab?.width ?? eta, distance, layers[layers.length - 1]?.eta ?? eta);
  const y = (apart: number) => (HEIGHT - BOTTOM) * (1 - (apart - low) / (top - low));
  return (
    <figure class="cloth-diagram">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Layers, clocks and slab of the chosen pair"
      >
        {slab && (
          <rect
            class="cloth-slab"
            data-holds={holds}
            x={LEFT}
            y={y(slab.width)}
            width={Math.max(1, x(Math.min(holds, span)) - LEFT)}
            height={HEIGHT - BOTTOM - y(slab.width)}
          />
        )}
        {layers.map(({ layer, eta: begins, step, next }) => (
          <g key={layer} class={distance < begins ? 'cloth-pushes' : 'cloth-on'} data-layer={layer}>
            <path d={`M${LEFT} ${y(begins)}H${WIDTH}${ticksOf(x, y(begins), next - now, step, span)}`} />
            {(layer === 1 || layer === layers.length) && (
              <text x={LEFT - 4} y={y(begins) + 3}>
                {layer === 1 ? metres(begins) : `layer ${layer}`}
              </text>
            )}
          </g>
        ))}
        {distance <= top && (
          <g class="cloth-apart">
            <path d={`M${LEFT} ${y(distance)}H${WIDTH}`} />
            <circle cx={LEFT} cy={y(distance)} r={3.5} />
          </g>
        )}
        <path class="cloth-axis" d={`M${LEFT} 0V${HEIGHT - BOTTOM}H${WIDTH}`} />
        <text x={LEFT - 4} y={HEIGHT - BOTTOM + 3}>
          {metres(low)}
        </text>
        <text x={LEFT} y={HEIGHT - 6} class="cloth-start">
          now
        </text>
        <text x={WIDTH - 4} y={HEIGHT - 6}>
          {seconds(span)} later
        </text>
      </svg>
      <figcaption class="faint">
        {layers.length === 0
          ? `No layer is on: they are ${metres(distance)} apart, and the first begins to push at ${metres(eta)}.`
          : `${plural(layers.length, 'layer')} on, each with a tick every ${seconds(slowest)} down to ${seconds(layers[layers.length - 1].step)}; ${distance < eta ? `those in colour push: the pair is ${metres(distance)} apart (dashed).` : 'none pushes now.'}`}{' '}
        {slab
          ? `The slab below, ${metres(slab.width)} thick, proves that layer ${layers.length + 1} cannot push for ${seconds(holds)}, as long as its vertices keep to their flight plans.`
          : 'It has no slab at this tick: its next layer is just being switched on.'}
      </figcaption>
    </figure>
  );
}

/** Marks across a line, where its clock ticks. */
function ticksOf(x: (later: number) => number, y: number, first: number, step: number, span: number): string {
  const apart = x(step) - x(0);
  if (apart < NEAREST_TICKS) return '';
  let path = '';
  for (let i = 0; i < MOST_TICKS && first + i * step <= span; i++)
    path += `M${x(first + i * step).toFixed(1)} ${(y - 4).toFixed(1)}v8`;
  return path;
}

/** [s] in the unit that reads best. */
function seconds(value: number): string {
  if (value < 1e-6) return `${short(1e9 * value)} ns`;
  if (value < 1e-3) return `${short(1e6 * value)} µs`;
  if (value < 1) return `${short(1e3 * value)} ms`;
  return `${short(value)} s`;
}
