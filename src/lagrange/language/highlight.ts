// The parser for editors: tolerant of faults, with the marks by which text is coloured, folded and indented.

import { styleTags, tags } from '@lezer/highlight';
import { parser } from './parser.generated.ts';

const statements =
  'system const param control def frame shape camera light vary mass potential force torque constrain initially surface mode';

/** For CodeMirror's `LRLanguage.define({ parser: editorParser })`. */
export const editorParser = parser.configure({
  props: [
    styleTags({
      [statements]: tags.definitionKeyword,
      'for when rises falls goto if then else in': tags.controlKeyword,
      'and or not': tags.operatorKeyword,
      'at turn by scale color': tags.modifier,
      Number: tags.number,
      'Unit/Identifier': tags.unit,
      'Color ColorName/Identifier': tags.color,
      'Call/Identifier': tags.function(tags.variableName),
      'Device/Identifier Kind/Identifier': tags.function(tags.variableName),
      'System/Identifier Mode/Identifier Goto/Identifier': tags.className,
      'Binding/Identifier Control/Identifier For/Identifier': tags.definition(tags.variableName),
      'Def/Identifier': tags.function(tags.definition(tags.variableName)),
      'Parameter/Identifier': tags.definition(tags.variableName),
      'Type/Identifier Type/frame Type/surface': tags.typeName,
      'Name/Identifier': tags.variableName,
      'Axis/Identifier': tags.propertyName,
      'Plus Minus Times Divide Power Prime': tags.arithmeticOperator,
      Compare: tags.compareOperator,
      '= :=': tags.definitionOperator,
      '( )': tags.paren,
      '[ ]': tags.squareBracket,
      '{ }': tags.brace,
      '; , : ..': tags.separator,
      LineComment: tags.lineComment,
      BlockComment: tags.blockComment,
    }),
  ],
});
