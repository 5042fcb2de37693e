import { UNSAFE } from '@social/post-input/report';

export { countOf, oneLine, quote } from '@social/post-input/report';

/** Text from elsewhere with its line breaks, without characters that a terminal obeys. */
export function manyLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNSAFE, (character) => (character === '\n' ? '\n' : ''));
}

/** The same, with two spaces before each line. */
export function indented(text: string): string {
  return manyLines(text)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

/** JSON that is safe to print on a terminal and parses to the same value. @param indent 0 for a single line */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
