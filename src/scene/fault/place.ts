// Places and values as faults write them.

/** "bodies[5].friction" */
export function placeOf(path: readonly PropertyKey[]): string {
  let place = '';
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else if (/^[\w$#-]{1,80}$/.test(String(step))) place += place === '' ? String(step) : `.${String(step)}`;
    else place += `[${show(String(step))}]`;
  }
  return place === '' ? 'the scene' : place;
}

/** A value in one short line, whatever it is. */
export function show(value: unknown): string {
  let text: string | undefined;
  if (typeof value === 'number') text = String(value);
  else if (Array.isArray(value) && value.length > 8) text = `[… ${value.length} entries]`;
  else if (typeof value === 'object' && value !== null && Object.keys(value).length > 8) text = '{…}';
  else {
    try {
      text = JSON.stringify(value);
    } catch {
      text = undefined;
    }
  }
  const shown = text ?? String(value);
  return shown.length > 80 ? `${shown.slice(0, 77)}…` : shown;
}
