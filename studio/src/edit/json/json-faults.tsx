// What is wrong with the text or with the scene that it says, each with its place in the text.

import type { Fault } from '../../../../src/scene/fault/index.ts';
import { faults } from '../../model/project.ts';
import { type JsonMap, lineAndColumn, pointerOfPlace, rangeOf } from './json-map.ts';

const MOST_SHOWN = 20;

export function JsonFaults(props: {
  text: string;
  error: JsonMap['error'];
  map: JsonMap;
  /** Shows a part of the text. */
  go: (from: number, to: number) => void;
}) {
  const { text, error, map, go } = props;
  if (error !== undefined)
    return (
      <FaultLine
        place={lineAndColumn(text, error.at)}
        words={`${error.what}.`}
        go={() => go(error.at, error.at + 1)}
      />
    );
  return (
    <>
      {faults.value.slice(0, MOST_SHOWN).map((fault) => {
        const pointer = pointerOfPlace(fault.where);
        const range = pointer === undefined ? undefined : rangeOf(map, pointer);
        return (
          <FaultLine
            key={`${fault.where} ${fault.what}`}
            place={range && lineAndColumn(text, range.from)}
            pointer={pointer}
            words={sentenceOf(fault)}
            go={() => range && go(range.from, range.to)}
          />
        );
      })}
    </>
  );
}

function FaultLine(props: {
  place: { line: number; column: number } | undefined;
  pointer?: string | undefined;
  words: string;
  go: () => void;
}) {
  return (
    <button type="button" class="fault-line" onClick={props.go}>
      {props.place !== undefined && (
        <b>
          line {props.place.line}, column {props.place.column}
        </b>
      )}
      {props.pointer !== undefined && <code>{props.pointer === '' ? '/' : props.pointer}</code>}
      <span>{props.words}</span>
    </button>
  );
}

function sentenceOf({ what, value, remedy }: Fault): string {
  return `${what}${value === undefined ? '' : ` (${value})`}; ${remedy}.`;
}
