import { isUncertain, type KeyedPost, onlyPlatforms, saysNothingWasSent, sendablePlatforms } from '@social/post-input';
import { countOf, oneLine, ReportedError } from '@social/post-input/report';
import { type Output, type Schema, SocialApiError, SocialConnectionError } from '@social/sdk';
import type { ToolCall } from '../calls.ts';
import { describeDryRun } from '../post-text.ts';

/** Runs every check on a post; sends nothing. */
export function check({ client, signal }: ToolCall, { input, key }: KeyedPost): Promise<Schema<'PostPreview'>> {
  return unsent(client.posts.createPost({ ...input, dryRun: true }, { idempotencyKey: key, signal }));
}

function findByKey({ client, signal }: ToolCall, key: string): Promise<Output<'listPosts'>> {
  return unsent(client.posts.listPosts({ key }, { signal }));
}

/** Awaits a call that sends nothing, even if its answer is lost. @throws {ReportedError} that says so */
async function unsent<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    const isFailure = error instanceof SocialApiError && (error.status >= 500 || isUncertain(error));
    const isLost = error instanceof SocialConnectionError && !saysNothingWasSent(error.message);
    if (!isFailure && !isLost) throw error;
    const { code, message, requestId } = isFailure
      ? error
      : { code: 'connection_failed', message: 'The answer to the check was lost', requestId: undefined };
    throw new ReportedError({ code, message, requestId, hints: ['Nothing was sent. Run it again.'] });
  }
}

interface SendOptions {
  readonly draft?: boolean | undefined;
  readonly continueOnPartial?: boolean | undefined;
  readonly maxCredits?: number | undefined;
}

type Checked = { readonly refused: Schema<'PostPreview'> } | { readonly sent: KeyedPost; readonly leftOut: string[] };

/**
 * Checks a post before anything of it is sent. A post or draft of an earlier call is not checked: a second call sends nothing.
 * @throws {ReportedError} for a post that costs more than `maxCredits`
 */
export async function checkFirst(
  call: ToolCall,
  post: KeyedPost,
  { draft = false, continueOnPartial = false, maxCredits }: SendOptions,
): Promise<Checked> {
  const { input, key } = post;
  const asGiven = { sent: post, leftOut: [] };
  if (draft && maxCredits === undefined) return asGiven;
  const { posts, drafts = [] } = await findByKey(call, key);
  const [earlier] = posts;
  if (earlier) {
    // An earlier call may have left platforms out.
    const platforms = input.platforms.filter((platform) => earlier.platforms.includes(platform));
    return continueOnPartial && platforms.length > 0
      ? { ...asGiven, sent: { key, input: onlyPlatforms(input, platforms) } }
      : asGiven;
  }
  if (drafts.length > 0) return asGiven;
  const checked = await check(call, post);
  const sent = draft ? input.platforms : sendablePlatforms(checked, input.platforms, continueOnPartial);
  if (sent.length === 0) return { refused: checked };
  const { platformResults } = checked;
  const credits = sent.reduce((sum, platform) => sum + (platformResults[platform]?.credits ?? 0), 0);
  if (maxCredits !== undefined && credits > maxCredits) throw tooExpensive(credits, maxCredits);
  const others = input.platforms.filter((platform) => !sent.includes(platform));
  const leftOut = others.map((platform) => `${platform}: left out, ${oneLine(platformResults[platform]?.error ?? '')}`);
  return { sent: { key, input: onlyPlatforms(input, sent) }, leftOut };
}

/** The findings of a post that is not sent, and what to do. */
export function describeRefused(checked: Schema<'PostPreview'>): string {
  const isAny = Object.values(checked.platformResults).some(({ ok }) => ok);
  const others = isAny ? ', or set continueOnPartial to publish to the others' : '';
  return `${describeDryRun(checked)}\nMend the problem and call again${others}.`;
}

function tooExpensive(credits: number, maxCredits: number): ReportedError {
  return new ReportedError({
    code: 'max_credits_exceeded',
    message: `It would cost ${countOf(credits, 'credit')}, more than the ${maxCredits} of maxCredits`,
    hints: ['Nothing was sent. Ask for fewer platforms, or for a higher maxCredits.'],
  });
}
