// What is wrong within one segment of a text.
//
// The grammar itself is asked: where it stops is the fault, and what it would have taken there is found by trying.

import { nearestSpelling } from '../../../scene/fault/index.ts';
import { MAX_FAULTS, MAX_TRIAL } from '../limits.ts';
import { missingSystem } from './at-start.ts';
import { explain } from './mistakes.ts';
import { type SpecFault, specFault } from '../position.ts';
import type { Segment } from './segments.ts';
import { firstError } from '../strict.ts';

/** @param isFirst  it must be `system Name;` */
export function diagnose(text: string, segment: Segment, isFirst: boolean): SpecFault[] {
  const { tokens, inActions } = segment;
  const faults: SpecFault[] = [];
  const named = isFirst && tokens[0].text === 'system';
  if (isFirst && !named) {
    const { span, what, remedy, value } = missingSystem(tokens);
    faults.push(specFault(text, span, what, remedy, value));
    if (nearestSpelling(tokens[0].text, ['system']) !== undefined) return faults;
  }
  const end = tokens[tokens.length - 1];
  const close = (end.text === '{' ? '}' : '') + (inActions ? '}' : '');
  let start = 0;
  while (start < tokens.length && faults.length < MAX_FAULTS) {
    // Where such a segment stands: behind a name, and in the braces of a when.
    const lead = named && start === 0 ? '' : `system A; ${inActions ? 'when 0 rises { ' : ''}`;
    const origin = tokens[start].from;
    const stopped = firstError(`${lead}${text.slice(origin, end.to)} ${close}`);
    if (stopped === -1) break;
    const offset = stopped - lead.length + origin;
    // The grammar may stop within a token: where only = can stand, == is two to it.
    const found = tokens.findIndex(({ to }, i) => i >= start && to > offset);
    const at = found === -1 ? tokens.length : found;
    const acceptsAt = (index: number, candidate: string) => {
      const before = index > start ? text.slice(origin, tokens[index - 1].to) : '';
      if (before.length > MAX_TRIAL) return false;
      const prefix = `${lead}${before} `;
      const stop = firstError(prefix + candidate);
      return stop === -1 || stop >= prefix.length + candidate.length;
    };
    const begin = start;
    const finding = explain({
      text,
      tokens: tokens.slice(begin),
      at: at - begin,
      before: at > begin ? tokens[at - 1] : undefined,
      bad: tokens[at],
      inActions,
      accepts: (candidate) => acceptsAt(at, candidate),
      acceptsAt: (index, candidate) => acceptsAt(index + begin, candidate),
    });
    faults.push(specFault(text, finding.span, finding.what, finding.remedy, finding.value));
    if (finding.resume === undefined || finding.resume <= 0) break;
    start += finding.resume;
  }
  return faults;
}
