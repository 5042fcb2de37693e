/** What moves the cursor, changes colours or reverses the reading direction. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text from elsewhere on one line, without anything a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(UNSAFE, '').trim();
}

/** Text from elsewhere with its line breaks, without anything a terminal would obey. */
export function manyLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNSAFE, (character) => (character === '\n' ? '\n' : ''));
}

/** JSON in which nothing acts on a terminal; it parses to the same value. Without indent it is one line. */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What somebody gave, in quotes, with every character that is not seen written out: `"\u202e1.4.0"`. */
export function quote(given: unknown): string {
  return JSON.stringify(given).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** `1 credit`, `2 credits`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
