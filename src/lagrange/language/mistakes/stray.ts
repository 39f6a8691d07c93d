// What someone meant who wrote a character that the language does not have.

const meant: ReadonlyMap<string, string> = new Map([
  ['&&', 'write "and"'],
  ['&', 'write "and"'],
  ['||', 'write "or"'],
  ['|', 'write "or", or abs(…) for an absolute value'],
  ['!', 'write "not"'],
  ['~', 'write "not"'],
  ['“', 'there are no strings; write the name without quotes'],
  ['”', 'there are no strings; write the name without quotes'],
  ['’', "write ' for a rate"],
  ['′', "write ' for a rate"],
  ['×', 'write * for a product, or cross(u, v)'],
  ['·', 'write * for a product, or dot(u, v)'],
  ['⋅', 'write * for a product, or dot(u, v)'],
  ['÷', 'write /'],
  ['−', 'write - (this is the typographic minus)'],
  ['–', 'write - (this is a dash)'],
  ['≤', 'write <='],
  ['≥', 'write >='],
  ['≠', 'write !='],
  ['²', 'write ^2'],
  ['³', 'write ^3'],
  ['°', 'write deg'],
  ['√', 'write sqrt(…)'],
  ['µ', 'write μ (the Greek letter; this is the sign for micro)'],
  ['#', 'a colour has three or six hexadecimal digits behind it, such as #c04020'],
  ['%', 'write / 100 for a percentage'],
  ['…', 'a range is written with two dots'],
]);

export function strayRemedy(character: string): string {
  if (character.startsWith('"')) return 'there are no strings; write the name without quotes';
  return meant.get(character) ?? 'remove it';
}
