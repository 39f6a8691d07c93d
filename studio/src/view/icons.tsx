// Small drawings for buttons, in lines of one weight.

const LINES = {
  select: 'M3.5 2l9 5.2-4 1.1-2.2 4z',
  move: 'M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2',
  turn: 'M13.2 8a5.2 5.2 0 1 1-1.6-3.7M13.4 1.8v3h-3',
  ruler: 'M1.8 11l9.2-9.2L14.2 5 5 14.2zM4.6 8.2l1.6 1.6M6.8 6l1 1M9 3.8l1.6 1.6',
  protractor: 'M2 12.5a6 6 0 0 1 12 0zM8 12.5l3.6-4.2',
  shadows: 'M8 2a4.2 4.2 0 1 0 .01 0zM3.5 13.8h9',
  wireframe: 'M8 1.5l5.6 3.1v6.8L8 14.5l-5.6-3.1V4.6zM2.4 4.6L8 7.7l5.6-3.1M8 7.7v6.8',
  contacts: 'M2 13.8h12M8 13V2.6M5.4 5.2L8 2.6l2.6 2.6',
  gaps: 'M2 2.5h12M2 13.5h12M8 4.8v6.4M6.4 6.4L8 4.8l1.6 1.6M6.4 9.6L8 11.2l1.6-1.6',
  strain: 'M2 3.5c3 2 3 7 0 9M14 3.5c-3 2-3 7 0 9M5 8h6M6.6 6.2L4.8 8l1.8 1.8M9.4 6.2L11.2 8l-1.8 1.8',
  velocities: 'M2 4.6h4.5M2 8h12M2 11.4h4.5M11.2 5.2L14 8l-2.8 2.8',
  names: 'M2 2.5h5.8l6 6-5.3 5.3-6.5-6.5zM5 5.5h.01',
  joints: 'M2 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM10 4a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM5.4 10.6l5.2-5.2',
  masses: 'M8 2.2a5.8 5.8 0 1 0 .01 0zM8 2.2v11.6M2.2 8h11.6',
  fit: 'M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5M6 8h4M8 6v4',
  follow: 'M8 4a4 4 0 1 0 .01 0zM8 1v3M8 12v3M1 8h3M12 8h3',
  perspective: 'M2 4.2l12-2.4v12.4L2 11.8zM8 3v10M2 8h12',
  orthographic: 'M2.5 2.5h11v11h-11zM8 2.5v11M2.5 8h11',
  loop: 'M3 7V6a2.5 2.5 0 0 1 2.5-2.5H13M11 1.5l2 2-2 2M13 9v1a2.5 2.5 0 0 1-2.5 2.5H3M5 14.5l-2-2 2-2',
  add: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  save: 'M8 2v8M4.8 7L8 10.2 11.2 7M2.5 13.5h11',
  log: 'M2.5 2v11.5H14M4.5 12C5 6.5 8 4.4 13.5 4',
} as const;

const SHAPES = {
  play: 'M4 2.5l9.5 5.5L4 13.5z',
  reverse: 'M12 2.5L2.5 8l9.5 5.5z',
  pause: 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z',
  first: 'M3 3h1.8v10H3zM13 3v10L5.6 8z',
  last: 'M11.2 3H13v10h-1.8zM3 3v10l7.4-5z',
  back: 'M12 3v10L6.5 8zM4 3h1.6v10H4z',
  forward: 'M4 3v10l5.5-5zM10.4 3H12v10h-1.6z',
} as const;

export type IconName = keyof typeof LINES | keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  const isShape = name in SHAPES;
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {isShape ? (
        <path d={SHAPES[name as keyof typeof SHAPES]} fill="currentColor" />
      ) : (
        <path
          d={LINES[name as keyof typeof LINES]}
          fill="none"
          stroke="currentColor"
          stroke-width="1.4"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      )}
    </svg>
  );
}
