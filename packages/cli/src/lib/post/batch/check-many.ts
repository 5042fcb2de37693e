import { type Input, type Schema, SocialApiError, type SocialClient } from '@social/sdk';
import { ERROR_CODES } from '@social/types';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf } from '../../exit-codes.ts';
import { failureOfCheck } from '../../failure.ts';
import { withFileChecks } from '../input/file-checks.ts';
import type { GivenPost } from '../input/given-post.ts';
import { withoutUploads } from '../input/media-files.ts';
import type { Preview } from '../post.ts';
import type { BatchProgress } from './batch-progress.ts';

type Checks = Input<'checkPosts'>;
type Body = NonNullable<Checks['posts']>[number];

/** What the server takes in one call. */
const MOST = 100;
const MOST_BYTES = 256 * 1024;
/** Bytes around the posts of a body. */
const AROUND = '{"posts":[]}'.length;

/** A run over many posts. */
export interface Run {
  readonly context: Context;
  readonly client: SocialClient;
  readonly progress: BatchProgress;
}

/** Finds the posts and drafts that earlier runs created with these keys, by a call for a hundred keys. */
export async function findByKeys(
  { context, client, progress }: Run,
  keys: readonly string[],
): Promise<Map<string, Schema<'FoundByKey'>>> {
  const found = new Map<string, Schema<'FoundByKey'>>();
  for (let from = 0; from < keys.length; from += MOST) {
    await progress.tell('looking for earlier posts', from, keys.length);
    const asked = { keys: keys.slice(from, from + MOST) };
    const answer = await client.posts.checkPosts(asked, { signal: context.io.signal });
    for (const one of answer.found) found.set(one.key, one);
  }
  return found;
}

/**
 * Checks posts as a dry run does, by a call for as many as one takes. Sends nothing.
 * @returns for each post what publishing it would do, or the error that refuses it
 */
export async function checkMany(run: Run, posts: readonly GivenPost[]): Promise<(Preview | SocialApiError)[]> {
  const { context, client, progress } = run;
  const results = new Map<number, Preview | SocialApiError>();
  const bodies = posts.map(({ input, files }) => withoutUploads(input, files));
  let open = [...bodies.keys()];
  while (open.length > 0) {
    await progress.tell('checking', results.size, posts.length);
    const part = open.slice(0, countThatFits(open.map((index) => bodies[index] as Body)));
    const answers = await checkPart(
      run,
      part.map((index) => bodies[index] as Body),
    );
    for (const [at, index] of part.entries()) {
      const answer = answers[at];
      const post = posts[index];
      if (!answer || !post) continue;
      results.set(
        index,
        answer instanceof SocialApiError ? answer : await withFileChecks(context, client, post, answer),
      );
    }
    open = open.filter((index) => !results.has(index));
  }
  return [...bodies.keys()].map((index) => results.get(index) as Preview | SocialApiError);
}

/** Counts the first posts that fit into one call; at least one. */
function countThatFits(bodies: readonly Body[]): number {
  let bytes = AROUND;
  for (const [index, body] of bodies.slice(0, MOST).entries()) {
    bytes += Buffer.byteLength(JSON.stringify(body)) + 1;
    if (bytes > MOST_BYTES) return Math.max(1, index);
  }
  return Math.min(MOST, bodies.length);
}

/** Checks posts in one call. @returns undefined for those that have to be checked again */
async function checkPart(
  { context, client }: Run,
  posts: readonly Body[],
): Promise<readonly (Preview | SocialApiError | undefined)[]> {
  try {
    const { results } = await client.posts.checkPosts({ posts: [...posts] }, { signal: context.io.signal });
    return results.map(({ preview, refusal }) => preview ?? (refusal && errorOf(refusal)));
  } catch (error) {
    const wrong = error instanceof SocialApiError ? wrongPost(error, posts.length) : undefined;
    if (wrong === undefined) throw failureOfCheck(error);
    return posts.map((_post, index) => (index === wrong.index ? wrong.error : undefined));
  }
}

/** Finds the post for which a whole call was refused, and the error as if it had been sent alone. */
function wrongPost(error: SocialApiError, count: number): { index: number; error: SocialApiError } | undefined {
  if (exitCodeOf(error.code, error.status) !== EXIT.usage) return undefined;
  const { code, status, details } = error;
  const [place = '', index] = /^posts\[(\d+)\]\.?/.exec(String(details?.['field'] ?? '')) ?? [];
  if (index === undefined) return count === 1 ? { index: 0, error } : undefined;
  const field = String(details?.['field']).slice(place.length);
  const message = error.message.replace(place, '');
  const alone = { code, status, retryable: false, details: { ...details, field } };
  return { index: Number(index), error: new SocialApiError(message, alone) };
}

function errorOf({ error, code, details }: Schema<'PostRefusal'>): SocialApiError {
  // A newer server may have codes that this command does not know.
  const { status = 400 } = (ERROR_CODES as Partial<typeof ERROR_CODES>)[code] ?? {};
  return new SocialApiError(error, { code, status, retryable: false, ...(details && { details }) });
}
