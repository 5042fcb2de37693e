import type { Desk } from '../../src/programs/social-command.ts';

/** Line of `social apply --json` about a file. */
export interface Entry {
  readonly file: string;
  readonly action: string;
  readonly postId: string | null;
  readonly status: string | null;
  readonly credits: number;
  readonly changes?: string[];
  readonly note?: string;
}

/** A file with front matter. */
export const fileOf = (text: string, fields = 'platforms: [profnet]') => `---\n${fields}\n---\n\n${text}\n`;

/** Applies the directory `posts` of a desk. */
export async function applyPosts(desk: Desk, ...args: string[]) {
  const ended = await desk.social(['apply', 'posts', '--json', ...args]);
  return { ...ended, entries: (ended.stdout === '' ? [] : JSON.parse(ended.stdout)) as Entry[] };
}

export const actionsOf = (entries: readonly Entry[]) =>
  Object.fromEntries(entries.map(({ file, action }) => [file, action]));
