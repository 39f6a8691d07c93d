// How a run is called in the names of files.

const DIGITS = 6;

export function runName(run: number): string {
  return String(run).padStart(DIGITS, '0');
}
