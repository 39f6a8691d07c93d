// What colours and arrows stand for, while they are shown.

import { forceScale } from './contact-layer.ts';
import { heatRange } from '../contacts/gap-heat.ts';
import { HEAT } from '../contacts/gaps.ts';
import { overlays } from './overlays.ts';
import { say } from '../say.ts';
import { strainRange } from './strain-heat.ts';
import { velocitySpan } from './velocity-layer.ts';

export function Legend() {
  const range = overlays.gaps.on.value ? heatRange.value : undefined;
  const strain = overlays.strain.on.value ? strainRange.value : undefined;
  const forces = overlays.contacts.on.value ? forceScale.value : undefined;
  const span = overlays.velocities.on.value ? velocitySpan.value : undefined;
  const isEmpty =
    range === undefined &&
    strain === undefined &&
    forces === undefined &&
    span === undefined &&
    !overlays.contacts.on.value;
  if (isEmpty) return null;
  return (
    <div class="legend">
      {range && (
        <div class="legend-row">
          <span>Nearest gap</span>
          <span class="heat-scale">
            {say(range.hot, 'm', 2)}
            <span class="heat" aria-hidden="true">
              {HEAT.map((color) => (
                <i key={color} style={{ background: color }} />
              ))}
            </span>
            {say(range.cold, 'm', 2)}
          </span>
        </div>
      )}
      {strain !== undefined && (
        <div class="legend-row">
          <span>Longer or shorter by</span>
          <span class="heat-scale">
            {Number((100 * strain).toPrecision(2))}%
            <span class="heat" aria-hidden="true">
              {HEAT.map((color) => (
                <i key={color} style={{ background: color }} />
              ))}
            </span>
            0
          </span>
        </div>
      )}
      {overlays.contacts.on.value && (
        <div class="legend-row">
          <span class="swatch force" />
          {forces === undefined
            ? 'Contact forces come with a run.'
            : forces.contacts === 0
              ? 'No contact at this moment.'
              : `${forces.contacts} ${forces.contacts === 1 ? 'contact' : 'contacts'}; an arrow of ${say(forces.length, 'm', 2)} is ${say(forces.force, 'N', 3)}`}
        </div>
      )}
      {span !== undefined && (
        <div class="legend-row">
          <span class="swatch velocity" />
          Arrows reach as far as bodies get in {say(span, 's', 2)}
        </div>
      )}
    </div>
  );
}
