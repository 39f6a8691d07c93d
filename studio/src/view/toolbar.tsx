// The buttons over the view.

import { computed } from '@preact/signals';
import { selected } from '../model/selection.ts';
import { Icon, type IconName } from './icons.tsx';
import { stage } from './current.ts';
import { bendFactor, followed, isOrthographic, overlays, tool } from './layers/overlays.ts';
import { shownFilm, shownScene } from './shown.ts';
import { choose, fit, lookFrom, toggleFollow, togglePerspective, tools } from './pointer/view-keys.ts';

interface ToolButtonProps {
  readonly icon: IconName;
  readonly title: string;
  readonly keyName: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly act: () => void;
}

function ToolButton({ icon, title, keyName, pressed, disabled, act }: ToolButtonProps) {
  return (
    <button
      type="button"
      class="tool"
      title={`${title} (${keyName})`}
      aria-label={title}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Nothing else has a strain. */
const hasDeformables = computed(() => (shownScene.value?.deformables.length ?? 0) > 0);

const BEND_FACTORS = [1, 3, 10, 30, 100, 300, 1000];

/** How far bodies that vibrate are drawn bent, where there are any. */
function BendChoice() {
  if (shownFilm.value?.bending === undefined) return null;
  return (
    <label class="tool-group bend" title="How many times as far as they do bodies bend">
      Bend ×
      <select
        aria-label="Bend"
        value={bendFactor.value}
        onChange={({ currentTarget }) => {
          bendFactor.value = Number(currentTarget.value);
          stage.value?.invalidate(true);
        }}
      >
        {BEND_FACTORS.map((factor) => (
          <option key={factor} value={factor}>
            {factor}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Toolbar() {
  return (
    <div class="view-tools" role="toolbar" aria-label="View">
      <span class="tool-group">
        {tools.map(({ id, title, key }) => (
          <ToolButton
            key={id}
            icon={id}
            title={title}
            keyName={key === 'Escape' ? 'Esc' : key}
            pressed={tool.value === id}
            act={() => choose(id)}
          />
        ))}
      </span>
      <span class="tool-group">
        {Object.values(overlays)
          .filter(({ id }) => id !== 'strain' || hasDeformables.value)
          .map(({ id, title, key, on }) => (
            <ToolButton
              key={id}
              icon={id}
              title={title}
              keyName={key}
              pressed={on.value}
              act={() => {
                on.value = !on.value;
              }}
            />
          ))}
      </span>
      <span class="tool-group">
        <ToolButton icon="fit" title="Fit what is selected, or everything" keyName="F" act={fit} />
        <ToolButton
          icon="follow"
          title="Keep the selected body in view"
          keyName="K"
          pressed={followed.value !== undefined}
          disabled={followed.value === undefined && selected.value.length === 0}
          act={toggleFollow}
        />
        <ToolButton
          icon={isOrthographic.value ? 'orthographic' : 'perspective'}
          title={isOrthographic.value ? 'Without perspective' : 'With perspective'}
          keyName="5"
          act={togglePerspective}
        />
        {(
          [
            ['front', '1', 'From the front'],
            ['right', '3', 'From the right'],
            ['top', '7', 'From above'],
          ] as const
        ).map(([side, key, title]) => (
          <button
            key={side}
            type="button"
            class="tool side"
            title={`${title} (${key})`}
            aria-label={title}
            onClick={() => lookFrom(side)}
          >
            {key}
          </button>
        ))}
      </span>
      <BendChoice />
    </div>
  );
}
