// The structure of sweep files.

/** What a measure of a sweep file says. */
export interface MeasureFile {
  name: string;
}
/** A sweep, as people write it. */
export interface SweepFile {
  format: 'carom-sweep-1';
}
