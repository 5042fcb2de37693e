import { parseTemplate, type Template } from '../../../lib/text/template.ts';
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

/** Reads the template of `--template`. @throws {CliError} as `parseTemplate` */
export function parseItemTemplate(given: string): Template<FeedItem> {
  return parseTemplate(given, FIELDS, '--template');
}

/** Makes a hashtag of a category: letters, digits and underscores are what networks link. */
function hashtag(tag: string): string {
  return `#${tag.replace(/[^\p{L}\p{N}_]+/gu, '')}`;
}
