// What the compiler makes of specifications, in every language that it writes.

import { type Makers, once } from './digest.ts';
import * as from from './parts.ts';
import { bounce } from './specifications.ts';
import coaster from '../../examples/lagrange/roller-coaster.lagrange?raw';
import latch from '../lagrange/run/specs/latch.lagrange?raw';

const texts: Readonly<Record<string, string>> = { bounce, coaster, latch };

type Programs = NonNullable<ReturnType<typeof from.compile>['compiled']>['programs'];

function programsOf(text: string): Programs {
  const { compiled, faults } = from.compile(text);
  if (compiled === undefined) throw new Error(faults.map(({ what }) => what).join('; '));
  return compiled.programs;
}

const alone = (programs: Programs) => from.standalone(programs, { relative: 1e-6, method: '5(4)' });
const exactly = (programs: Programs) => from.standalone(programs, { relative: 1e-10, method: '8(5,3)' });

const emitters: Readonly<Record<string, (programs: Programs) => unknown>> = {
  JavaScript: (programs) => from.emitJavaScript(alone(programs)),
  TypeScript: (programs) => from.emitJavaScript(exactly(programs), { typed: true }),
  'C++': (programs) => from.emitCpp(alone(programs)),
  LaTeX: ([program]) => from.emitLatex(program),
  WebAssembly: ([program]) => from.emitWasm(alone([program]).module).bytes,
  program: ([program]) => from.printProgram(program),
};

export const compiledMakers: Makers = Object.fromEntries(
  Object.entries(texts).flatMap(([name, text]) => {
    const programs = once(() => programsOf(text));
    return [
      [`compile ${name}: formatted`, () => from.format(text).text],
      ...Object.entries(emitters).map(([language, emit]) => [
        `compile ${name}: ${language}`,
        () => emit(programs()),
      ]),
    ];
  }),
);
