import { contentNote, contentProblem, missingScope } from '@social/platforms';
import {
  commentFacts,
  countedSetting,
  hasComments,
  hasReplies,
  leftOut,
  measureComment,
  measureText,
  mediaFacts,
  numberProblem,
  pollFacts,
  pollProblem,
  postCost,
  textLeftOut,
} from '@social/rules';
import { networkName, platformFacts, type Schema, type Target } from '@social/types';
import { AppError, invalid } from '../../errors.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import type { Queryable } from '../../store/schema.ts';
import type { Part, Rights } from '../access/rights.ts';
import type { MeantAccount } from '../connections/account-names.ts';
import type { Connections } from '../connections/connections.ts';
import { type Access, accessTo, type Refusal } from '../connections/refusals.ts';
import { limitsOf, mediaPlaceOf, placeOf, pollPlaceOf } from '../connections/server-limits.ts';
import type { Plan } from '../credits/plans.ts';
import { requireTargets } from './allowed-targets.ts';
import { filesProblem, joinNotes, mayBeLonger, type PlatformContent, textProblem } from './publish-request.ts';
import { ignoredSettings } from './setting-notes.ts';

/** Workspace and profile for which a call publishes. */
export interface Publisher {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly profile: ProfileRow;
  readonly rights: Rights;
}

/** One platform of a publish: its connection, or the reason why nothing is sent to it. */
export type Assessment = {
  readonly content: PlatformContent;
  readonly cost: number;
  /** Card of the first link, in a dry run. */
  readonly card?: Schema<'LinkCard'>;
  /** Sentence: why the link would have no card; absent where it has one, or the network makes none. */
  readonly noCard?: string;
} & Access;

/**
 * Finds out which targets can be tried with the connections that they mean. Asks no network. Leaves out comments that a connected
 * network does not have, unless `isRetry`, which refuses them.
 */
export function assess(
  contents: readonly PlatformContent[],
  given: { readonly plan: Plan; readonly connected: ReadonlyMap<Target, MeantAccount>; readonly isRetry?: true },
): Assessment[] {
  const refused = new Set<Target>();
  return contents.flatMap((common): Assessment[] => {
    const { platform, target, isComment } = common;
    const access = accessTo(target, given.connected.get(target) ?? { connection: null }, given.plan);
    const isLacking = isComment && access.connection && !hasComments(platform, access.connection.network);
    if (isLacking && !given.isRetry) return [];
    const content = access.connection ? measuredFor(access.connection, common) : common;
    const refusal =
      access.refusal ??
      contentRefusal(content) ??
      commentRefusal(access.connection, content, refused.has(target)) ??
      networkRefusal(access.connection, content);
    if (refusal) refused.add(target);
    const result = { content, cost: postCost(platform) };
    return [refusal ? { ...result, connection: access.connection, refusal } : { ...result, ...access }];
  });
}

/**
 * Finds out which platforms can be tried for a caller.
 * @throws AppError invalid_request for an account that the profile does not have, or that two targets mean; forbidden for one
 *   that the caller may not use; paid_plan_required when the plan allows none
 */
export async function assessFor(
  { plan, profile, rights }: Publisher,
  contents: readonly PlatformContent[],
  connections: Connections,
  trx: Queryable,
): Promise<Assessment[]> {
  const targets = [...new Set(contents.map(({ target }) => target))];
  const parts = await requireTargets(trx, rights, profile.id, targets);
  // An account that a key is bound to, and that is not connected, is no unknown one.
  const isOwn = ({ channel }: Part) => rights.platforms?.some((own) => own.channel === channel) ?? false;
  const sought = parts.filter((part) => !(part.isGone && isOwn(part))).map(({ target }) => target);
  const connected = await connections.resolve(profile.id, sought, trx);
  const assessments = assess(contents, { plan, connected });
  const isGated = assessments.every(({ refusal }) => refusal?.code === 'paid_plan_required');
  if (isGated) throw new AppError('paid_plan_required', `${assessments[0]?.refusal?.message}; nothing was sent`);
  return assessments;
}

/** Adds to the note of a content what the connected network does without. */
export function notedFor(network: string, content: PlatformContent): PlatformContent {
  const { platform, part, settings, isCommented } = content;
  if (part > 1) return content;
  const isLeft = isCommented && hasComments(platform) && !hasComments(platform, network);
  const comments = isLeft ? leftOut(platform, 'the comments', network) : null;
  const isAltLeft = mediaFacts(platform, { network }).maxAlt === 0 && content.media.some(({ alt }) => alt);
  const alt = isAltLeft ? leftOut(platform, 'the alt text', network) : null;
  const text = textLeftOut(platform, { network, settings });
  const note = joinNotes([content.note, text, comments, alt, ignoredSettings(settings, platform, network)]);
  return note === content.note ? content : { ...content, note };
}

/**
 * Refuses a comment that the network does not have, below what is refused itself, or for which the account has not given its
 * permission.
 */
function commentRefusal(
  connection: ConnectionRow,
  { platform, isComment }: PlatformContent,
  isBelowRefused: boolean,
): Refusal | null {
  if (!isComment) return null;
  if (!hasComments(platform, connection.network)) {
    return { code: 'invalid_request', message: `${networkName(connection.network)} has no comments for apps` };
  }
  if (isBelowRefused) {
    return { code: 'earlier_part_missing', message: 'what comes before it is refused, so this comment is not sent' };
  }
  const facts = commentFacts(platform, connection.network);
  const scope = (connection.account_type === 'organization' ? facts?.pageScope : undefined) ?? facts?.scope;
  if (scope === undefined || (scopesOf(connection)?.includes(scope) ?? true)) return null;
  const { code, message } = missingScope(connection, { scope, what: 'comment' });
  return { code, message };
}

/** Permissions that the account has given; null where the network does not say. */
function scopesOf({ scopes }: ConnectionRow): string[] | null {
  return scopes === null ? null : (JSON.parse(scopes) as string[]);
}

/** Measures the text a second time, by the limit of the connected network or server, which may differ from the platform's. */
function measuredFor(connection: ConnectionRow, content: PlatformContent): PlatformContent {
  const besideMedia = content.media.length > 0;
  const { platform, text, settings } = content;
  const measured = content.isComment ? measureComment : measureText;
  const measure = measured(platform, text, { ...placeOf(connection), besideMedia, settings });
  const { server } = placeOf(connection);
  const ofServer = platformFacts(platform).text.perServer
    ? 'the server of the connected account'
    : 'the connected account';
  const at = server === undefined ? 'the network that is connected' : ofServer;
  const warning = countedSetting(platform, settings) === '' ? '' : ' with its content warning';
  const where = `${warning}${besideMedia ? ' with files' : ''} at ${at}`;
  const files = numberProblem(
    content.media,
    mediaFacts(platform, { ...mediaPlaceOf(connection), settings }),
    networkName(connection.network),
  );
  const problem =
    textProblem({ ...content, measure }, where) ??
    (content.part > 1 ? null : (filesProblem(content, files) ?? pollRefusal(connection, content)));
  const isMeasuredAnew = server !== undefined && mayBeLonger(content);
  return notedFor(connection.network, {
    ...content,
    measure,
    problem: (isMeasuredAnew ? null : content.problem) ?? problem,
  });
}

function pollRefusal(connection: ConnectionRow, { platform, poll, text, media }: PlatformContent): AppError | null {
  const facts = pollFacts(platform, pollPlaceOf(connection));
  if (!poll || !facts) return null;
  const problem = pollProblem({ poll, text, hasMedia: media.length > 0 }, facts, networkName(connection.network));
  return problem === null ? null : invalid('poll', problem, { platform });
}

/** Makes the driver's own checks of text and settings. */
function networkRefusal(connection: ConnectionRow, content: PlatformContent): Refusal | null {
  const problem = contentProblem(connection, checkedPost(connection, content));
  return problem && { code: problem.code, message: problem.message };
}

/** Adds what the driver can say of the settings before it has asked the server, which a publish does. */
export function noted<Noted extends Assessment>(assessment: Noted): Noted {
  const { connection, content } = assessment;
  if (!connection || content.part > 1) return assessment;
  const note = joinNotes([content.note, contentNote(connection, checkedPost(connection, content))]);
  return { ...assessment, content: { ...content, note } };
}

function checkedPost(connection: ConnectionRow, { platform, text, settings, media, ...content }: PlatformContent) {
  const isComment = content.isComment && !hasReplies(platform);
  const scopes = scopesOf(connection);
  return {
    text,
    settings,
    hasMedia: isComment ? content.hasMedia : media.length > 0,
    isComment,
    limits: limitsOf(connection),
    ...(scopes && { scopes }),
  };
}

/** A problem that depends on the connection refuses only its platform; the other platforms are published. */
function contentRefusal({ problem }: PlatformContent): Refusal | null {
  return problem && { code: problem.code, message: problem.message };
}
