import { inputError } from './report.ts';

/**
 * The text of a post with LF as its line breaks and none at its end.
 * @param name names the text in errors
 * @throws {ReportedError} for an empty text, and for one with a NUL character
 */
export function cleanText(text: string, name: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  // A regular expression takes quadratic time on many line breaks before the last word.
  let end = lines.length;
  while (lines[end - 1] === '\n') end -= 1;
  const clean = lines.slice(0, end);
  const nul = clean.indexOf('\0');
  if (nul !== -1) {
    const line = clean.slice(0, nul).split('\n').length;
    throw inputError(`${name}, line ${line}, holds a NUL character; is it a text?`, 'Nothing was sent.');
  }
  if (clean.trim() === '') throw inputError(`${name} is empty`);
  return clean;
}
