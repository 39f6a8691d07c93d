// What a page needs that watches a sweep: its rows, checked, and how far it is.

export { checkRow } from '../checked-row.ts';
export { ROW_COLUMNS } from '../csv.ts';
export type { Row } from '../row.ts';
export { PROGRESS, type Progress, readProgress } from './progress.ts';
