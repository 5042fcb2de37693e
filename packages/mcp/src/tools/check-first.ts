import {
  findProfile,
  isOfFewerPlatforms,
  isUncertain,
  type KeyedPost,
  type LeftOut,
  leftOutBy,
  onlyPlatforms,
  saysNothingWasSent,
  sendablePlatforms,
  settled,
} from '@social/post-input';
import { countOf, oneLine, ReportedError } from '@social/post-input/report';
import { type Output, type Schema, SocialApiError, SocialConnectionError } from '@social/sdk';
import { isTarget, platformName, platformOf, withNetwork } from '@social/types';
import type { ToolCall } from '../calls.ts';
import { describeDryRun } from '../post-text.ts';

/** Runs every check on a post; sends nothing. The key names what was published under it, unless that was for fewer platforms. */
export async function check(call: ToolCall, { input, key, typed }: KeyedPost): Promise<Schema<'PostPreview'>> {
  try {
    // Behind a key that holds `mastodon:*` may be a request for other accounts.
    return await checkInput(call, input, typed ? undefined : key);
  } catch (error) {
    if (!(await isOfFewerPlatforms(error, input, call))) throw error;
    return await checkInput(call, input);
  }
}

function checkInput(
  { client, signal }: ToolCall,
  input: KeyedPost['input'],
  idempotencyKey?: string,
): Promise<Schema<'PostPreview'>> {
  return unsent(client.posts.createPost({ ...input, dryRun: true }, { idempotencyKey, signal }));
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

type Checked = { readonly refused: Schema<'PostPreview'> } | { readonly sent: KeyedPost; readonly leftOut: LeftOut };

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
  const { client, signal } = call;
  const asGiven = { sent: post, leftOut: {} };
  if (draft && maxCredits === undefined) return asGiven;
  const { posts, drafts = [] } = await findByKey(call, key);
  const [earlier] = posts;
  const read = async () => {
    const profileId = (await findProfile(client, input.profile, signal)).id;
    return await client.connections.getConnectionStatus({ profileId }, { signal });
  };
  if (earlier) return await asEarlier(call, await settled(post, [earlier], read), earlier);
  if (drafts.length > 0) return asGiven;
  const checked = await check(call, post);
  const sent = draft ? input.platforms : sendablePlatforms(checked, input.platforms, continueOnPartial);
  if (sent.length === 0) return { refused: checked };
  const { platformResults } = checked;
  const credits = sent.reduce((sum, platform) => sum + (platformResults[platform]?.credits ?? 0), 0);
  if (maxCredits !== undefined && credits > maxCredits) throw tooExpensive(credits, maxCredits);
  const leftOut = leftOutBy(checked, input.platforms, { sent, otherwise: '' });
  return { sent: { ...post, input: onlyPlatforms(input, sent) }, leftOut };
}

/** The post as an earlier call has sent it, which may have left platforms out. They are left out again: the key has its post. */
async function asEarlier(
  call: ToolCall,
  post: KeyedPost,
  { id, platforms: sent }: Output<'listPosts'>['posts'][number],
): Promise<Extract<Checked, { sent: KeyedPost }>> {
  const { input } = post;
  const missing = input.platforms.filter((platform) => !sent.includes(platform));
  if (missing.length === 0 || missing.length === input.platforms.length) return { sent: post, leftOut: {} };
  // The earlier post was made in time, and has had its slot.
  const whole = { ...input, ifPast: undefined, slot: undefined };
  const otherwise = `the earlier post ${id} was made without it`;
  const rest = input.platforms.filter((platform) => sent.includes(platform));
  return {
    sent: { ...post, input: onlyPlatforms(input, rest) },
    leftOut: leftOutBy(await checkInput(call, whole), missing, { sent, otherwise }),
  };
}

/** Lines about platforms that are left out, and what sends to them. */
export function describeLeftOut(leftOut: LeftOut): string[] {
  const platforms = Object.keys(leftOut);
  const lines = Object.entries(leftOut).map(
    ([target, { error }]) => `${shown(target)}: left out, ${oneLine(error ?? 'it has a problem')}`,
  );
  const next = `To post there too, fix it and call again with platforms ${JSON.stringify(platforms)}.`;
  return platforms.length > 0 ? [...lines, next] : [];
}

/** A target with the name of its network: `profnet:acme (Mastodon)`. */
function shown(target: string): string {
  return isTarget(target) ? withNetwork(target, platformName(platformOf(target))) : oneLine(target);
}

/** The findings of a post that is not sent, and what to do. */
export function describeRefused(checked: Schema<'PostPreview'>): string {
  const isAny = Object.values(checked.platformResults).some(({ ok }) => ok);
  const others = isAny ? ', or set continueOnPartial to publish to the others' : '';
  return `${describeDryRun(checked)}\nFix the problem and call again${others}.`;
}

function tooExpensive(credits: number, maxCredits: number): ReportedError {
  return new ReportedError({
    code: 'max_credits_exceeded',
    message: `It would cost ${countOf(credits, 'credit')}, more than the ${maxCredits} of maxCredits`,
    hints: ['Nothing was sent. Ask for fewer platforms, or for a higher maxCredits.'],
  });
}
