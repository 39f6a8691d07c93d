// Whether an island can be solved without friction: equations (10) and (11) of Zheng and James 2011.
//
//   Σ_contacts |v_t| < δ_t [m/s]   nothing would slide, and
//   Σ_contacts |t| < δ_f [N s]     no friction acted in the last step

import type { ModalOptions } from '../options.ts';
import type { Past } from './past.ts';
import type { ModalState } from '../state.ts';
import { type ContactProblem, rowVelocity } from '../solve/problem.ts';

export function canCullFriction(
  { cullSpeed, cullImpulse }: Pick<ModalOptions, 'cullSpeed' | 'cullImpulse'>,
  { pastImpulses }: Pick<ModalState, 'pastImpulses'>,
  past: Pick<Past, 'placeOf'>,
  problem: ContactProblem,
): boolean {
  let sliding = 0;
  let rubbed = 0;
  for (let c = 0; c < problem.contacts; c++) {
    const x = rowVelocity(problem, 3 * c + 1, problem.predicted);
    const y = rowVelocity(problem, 3 * c + 2, problem.predicted);
    sliding += Math.sqrt(x * x + y * y);
    if (!(sliding < cullSpeed)) return false;
    const place = past.placeOf(problem.ids[c]);
    if (place < 0) continue;
    const s = pastImpulses[3 * place + 1];
    const t = pastImpulses[3 * place + 2];
    rubbed += Math.sqrt(s * s + t * t);
    if (!(rubbed < cullImpulse)) return false;
  }
  return true;
}
