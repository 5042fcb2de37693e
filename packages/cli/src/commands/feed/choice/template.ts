import { nearest } from '@social/rules/nearest';
import { usageError } from '../../../lib/errors.ts';
import { quote } from '../../../lib/text/terminal-text.ts';
import type { FeedItem } from '../reading/feed-item.ts';

export const DEFAULT_TEMPLATE = '{title}\\n\\n{link}';

const FIELDS = {
  title: ({ title }: FeedItem) => title,
  link: ({ link }: FeedItem) => link,
  summary: ({ summary }: FeedItem) => summary,
  author: ({ author }: FeedItem) => author,
  tags: ({ tags }: FeedItem) =>
    tags
      .map(hashtag)
      .filter((tag) => tag !== '#')
      .join(' '),
} as const;

/** Makes the text of an item's post. */
export type Template = (item: FeedItem) => string;

/**
 * Reads a template such as `New: {title}\n{link}`.
 * @throws {CliError} exit code 2 for a field that does not exist, and a template without a field
 */
export function parseTemplate(given: string): Template {
  const template = given.replaceAll('\\n', '\n');
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const known = Object.keys(FIELDS);
  const unknown = names.find((name) => !known.includes(name));
  const fields = `Fields: ${known.map((name) => `{${name}}`).join(' ')}`;
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    const advice = near === undefined ? '' : `: did you mean {${near}}?`;
    throw usageError(`--template has no field ${quote(`{${unknown}}`)}${advice}`, fields);
  }
  if (names.length === 0) throw usageError('--template names no field, so every post would be the same', fields);
  return (item) => fill(template, item);
}

/** Fills a template. An empty field leaves no empty lines. */
function fill(template: string, item: FeedItem): string {
  const text = template.replace(/\{(\w+)\}/g, (_, name: keyof typeof FIELDS) => FIELDS[name](item));
  return text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Makes a hashtag of a category: letters, digits and underscores are what networks link. */
function hashtag(tag: string): string {
  return `#${tag.replace(/[^\p{L}\p{N}_]+/gu, '')}`;
}
