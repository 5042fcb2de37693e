import { nearest } from '@social/rules/nearest';
import { usageError } from '../errors.ts';
import { quote } from './terminal-text.ts';

/** Makes the text of a post. */
export type Template<Item> = (item: Item) => string;

/** Fields as other tools write them: `${version}`, `{{ .Tag }}`, `<%= version %>`, `{ version }`, `{release.version}`. */
const FOREIGN = /(?:\$\{|\{\{)\{*[^{}\n]*\}*|<%.*?(?:%>|$)|\{(?!\w+\})[ \t]*\.?\w+(?:[.-]\w+)*[ \t]*\}/m;

/**
 * Reads a template such as `New: {title}\n{link}`.
 * @param fields the value of each field
 * @param option names the template in errors
 * @throws {CliError} exit code 2 for a field that does not exist or is written as another tool's, and a template without a field
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
  const [foreign] = FOREIGN.exec(template) ?? [];
  if (foreign !== undefined) {
    const meant = fieldMeantBy(foreign, known);
    const advice = meant === undefined ? `write a field as {${known[0]}}` : `write {${meant}}`;
    throw usageError(`${option} has ${quote(foreign)}, which is not filled in here: ${advice}`, offered);
  }
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    const advice = near === undefined ? '' : `: did you mean {${near}}?`;
    throw usageError(`${option} has no field ${quote(`{${unknown}}`)}${advice}`, offered);
  }
  if (names.length === 0) throw usageError(`${option} names no field, so every post would be the same`, offered);
  return (item) => withoutGaps(template.replace(/\{(\w+)\}/g, (_, name: string) => fields[name]?.(item) ?? ''));
}

/** The field with the last name in another tool's: `version` for `${nextRelease.version}`, `tag` for `{{ .Tag }}`. */
function fieldMeantBy(foreign: string, known: readonly string[]): string | undefined {
  const name = foreign.match(/\w+/g)?.at(-1)?.toLowerCase();
  if (name === undefined) return undefined;
  return known.find((one) => one === name) ?? nearest(name, known);
}

/** Removes the empty lines that an empty field leaves. */
function withoutGaps(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
