// The bench for pasts: how the end shall be, how it may have come about, and what a past is worth.

import { useEffect } from 'preact/hooks';
import { BothWays } from './both-ways.tsx';
import { CertificateBox } from './certificate-box.tsx';
import { ContactPlot } from './contact-plot.tsx';
import { DiceBox } from './dice-box.tsx';
import { FindBox } from './find-box.tsx';
import { GoalsBox } from './goals/goals-box.tsx';
import { HintsBox } from './hints/hints-box.tsx';
import { SpellBox } from './spell-box.tsx';
import { watchPasts } from './state.ts';
import './past.css';

export default function PastPanel() {
  useEffect(watchPasts, []);
  return (
    <div class="past work-boxes">
      <details open>
        <summary>The end</summary>
        <p class="faint">
          Place bodies as they shall end, with the handles of the view or the list on the left. Or make an
          end:
        </p>
        <SpellBox />
        <DiceBox />
      </details>
      <details open>
        <summary>How they came</summary>
        <HintsBox />
      </details>
      <details open>
        <summary>Goals</summary>
        <GoalsBox />
      </details>
      <details open>
        <summary>Pasts</summary>
        <FindBox />
        <CertificateBox />
        <BothWays />
        <ContactPlot />
      </details>
    </div>
  );
}
