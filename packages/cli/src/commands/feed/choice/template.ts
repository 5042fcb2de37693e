import { parseTemplate, type Template } from '../../../lib/text/template.ts';
import type { FeedItem } from '../reading/feed-item.ts';

export const DEFAULT_TEMPLATE = '{title}\\n\\n{link}';

/** Characters of a summary in place of a title. */
const MAX_TITLE = 200;

const FIELDS = {
  // The texts of short notes have no title.
  title: ({ title, summary }: FeedItem) => title || beginningOf(summary),
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

/** Takes the first paragraph, cut between words where it is long. */
function beginningOf(summary: string): string {
  const [paragraph = ''] = summary.split('\n\n');
  const text = paragraph.replace(/\s+/g, ' ');
  return text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE).replace(/\s+\S*$/, '')} …`;
}

/** Makes a hashtag of a category: letters, digits and underscores are what networks link. */
function hashtag(tag: string): string {
  return `#${tag.replace(/[^\p{L}\p{N}_]+/gu, '')}`;
}
