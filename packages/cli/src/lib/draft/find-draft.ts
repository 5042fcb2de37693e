import type { Draft } from '@social/mcp/post';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import { quote } from '../text/terminal-text.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PAGE = 100;

/**
 * Reads the draft that an id, or its beginning, names.
 * @throws {CliError} exit code 2 when no draft that waits, nor one of the last approved ones, has such an id, or several have
 */
export async function readDraft(context: Context, client: SocialClient, given: string): Promise<Draft> {
  const draftId = UUID.test(given) ? given : await findId(context, client, given);
  return await client.drafts.getDraft({ draftId }, { signal: context.io.signal });
}

async function findId({ io: { signal } }: Context, client: SocialClient, given: string): Promise<string> {
  if (!/^[0-9a-f][0-9a-f-]{7,35}$/i.test(given)) {
    throw usageError(`${quote(given)} is not the id of a draft`, 'See the drafts with: social draft list');
  }
  const matches: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.drafts.listDrafts({ limit: PAGE, cursor }, { signal });
    matches.push(...page.drafts.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const approved = await client.drafts.listDrafts({ limit: PAGE, status: 'approved' }, { signal });
  matches.push(...approved.drafts.map(({ id }) => id));
  const [only, ...others] = matches.filter((id) => id.startsWith(given.toLowerCase()));
  if (only === undefined) {
    throw usageError(`No draft has an id that begins with ${given}`, 'See them with: social draft list');
  }
  if (others.length > 0) throw usageError(`${others.length + 1} drafts begin with ${given}`, 'Give the whole id.');
  return only;
}
