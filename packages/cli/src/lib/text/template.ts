import { nearest } from '@social/rules/nearest';
import { usageError } from '../errors.ts';
import { quote } from './terminal-text.ts';

/** Makes the text of a post. */
export type Template<Item> = (item: Item) => string;

/**
 * Reads a template such as `New: {title}\n{link}`.
 * @param fields the value of each field
 * @param option names the template in errors
 * @throws {CliError} exit code 2 for a field that does not exist, and a template without a field
 */
export function parseTemplate<Item>(
  given: string,
  fields: Readonly<Record<string, (item: Item) => string>>,
  option: string,
): Template<Item> {
  const template = given.replaceAll('\\n', '\n');
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const known = Object.keys(fields);
  const unknown = names.find((name) => !known.includes(name));
  const offered = `Fields: ${known.map((name) => `{${name}}`).join(' ')}`;
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    const advice = near === undefined ? '' : `: did you mean {${near}}?`;
    throw usageError(`${option} has no field ${quote(`{${unknown}}`)}${advice}`, offered);
  }
  if (names.length === 0) throw usageError(`${option} names no field, so every post would be the same`, offered);
  return (item) => withoutGaps(template.replace(/\{(\w+)\}/g, (_, name: string) => fields[name]?.(item) ?? ''));
}

/** Removes the empty lines that an empty field leaves. */
function withoutGaps(text: string): string {
  return text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
