import type { AccountOption } from '@social/platforms';
import { type ErrorCode, type PlatformId, platformFacts, type Schema } from '@social/types';
import type { Assessment } from '../services/assessment.ts';
import type { ConnectionState, PlatformState } from '../services/connections.ts';
import type { CreditTransaction } from '../services/credits.ts';
import { connectionEnds, expiryWarning } from '../services/expiry.ts';
import type { Plan } from '../services/plans.ts';
import type { LivingSession } from '../services/sessions.ts';
import { accountLabel } from '../services/targets.ts';
import type { ActivityRow } from '../store/activity-log.ts';
import type { ApiKeyRow } from '../store/api-keys.ts';
import type { PostWithTargets } from '../store/posts.ts';
import type { ProfileRow } from '../store/profiles.ts';
import type { TargetRow } from '../store/targets.ts';
import type { WorkspaceRow } from '../store/workspaces.ts';

/** Records as the contract shows them: an allow-list of fields per kind. */
export function presentPost({ post, targets }: PostWithTargets): Schema<'Post'> {
  return {
    id: post.id,
    text: post.text,
    platforms: JSON.parse(post.platforms) as PlatformId[],
    status: post.status,
    createdAt: post.created_at,
    updatedAt: latest(post.updated_at, targets),
    ...(post.scheduled_for === null ? {} : { scheduledFor: post.scheduled_for }),
    ...(post.held_at === null ? {} : { held: true }),
    ...(post.media_urls === null ? {} : { mediaUrls: JSON.parse(post.media_urls) as string[] }),
    ...(post.media === null ? {} : { media: JSON.parse(post.media) as Schema<'MediaItem'>[] }),
    profile: post.profile_slug,
    credits: targets.reduce((sum, target) => sum + target.credits, 0),
    platformResults: Object.fromEntries(targets.map((target) => [target.platform, presentTarget(target)])),
  };
}

function latest(postUpdatedAt: string, targets: readonly TargetRow[]): string {
  return [postUpdatedAt, ...targets.map(({ updated_at }) => updated_at)].sort().at(-1) ?? postUpdatedAt;
}

function presentTarget(target: TargetRow): Schema<'PlatformResult'> {
  const isPostponed = target.state === 'pending' && target.not_before !== null;
  const isOnItsWay = !isPostponed && (target.state === 'pending' || target.state === 'sending');
  const common = {
    state: isOnItsWay ? ('sending' as const) : target.state,
    ...(isPostponed ? { nextAttemptAt: target.not_before ?? '' } : {}),
    credits: target.credits,
    ...(target.account === null ? {} : { account: target.account }),
    ...(target.note === null ? {} : { note: target.note }),
  };
  if (target.state === 'published') {
    return {
      ok: true,
      platformPostId: target.platform_post_id ?? '',
      ...common,
      ...(target.url === null ? {} : { url: target.url }),
    };
  }
  if (isOnItsWay) {
    const error = `${target.platform} has not answered yet: pending confirmation; read the post again in a moment`;
    const progress = target.progress === null ? null : (JSON.parse(target.progress) as Schema<'PublishProgress'>);
    return { ok: false, error, ...common, code: 'still_sending', retryable: false, ...(progress && { progress }) };
  }
  return {
    ok: false,
    error: target.error ?? `${target.platform} was not published`,
    ...common,
    ...(target.code === null ? {} : { code: target.code as ErrorCode }),
    retryable: target.retryable === 1,
  };
}

/** A platform's facts of the contract, and what this server makes of it. */
export function presentPlatform(state: PlatformState): Schema<'Platform'> {
  const { platform, configured, redirectUri, variables, connectWith } = state;
  const { label, networks, paidPlan, replies, text, media, costs } = platformFacts(platform);
  const { maxFrames: _, imageTypes, videoTypes, ...limits } = media;
  return {
    id: platform,
    label,
    networks: [...networks],
    configured,
    redirectUri,
    variables: [...variables],
    connectWith,
    paidPlan,
    replies,
    text: { ...text },
    media: { ...limits, mediaUrls: [...media.mediaUrls], imageTypes: [...imageTypes], videoTypes: [...videoTypes] },
    actions: Object.keys(costs).filter((action) => action !== 'post'),
    costs: { ...costs },
  };
}

/** What a dry run found out about one platform. */
export function presentAssessment({ content, cost, connection, refusal }: Assessment): Schema<'PlatformResult'> {
  const { count, max } = content.measure;
  const problem = content.problem ? { code: content.problem.code, message: content.problem.message } : refusal;
  return {
    ok: problem === null,
    ...(problem === null ? {} : { error: problem.message, code: problem.code }),
    state: problem === null ? 'ready' : 'problem',
    // What the caller can mend is priced as if it were; what is refused costs nothing.
    credits: refusal === null ? cost : 0,
    characters: { count, max },
    ...(connection === null ? {} : { account: accountLabel(connection) }),
    ...(content.note === null ? {} : { note: content.note }),
  };
}

export function presentProfile(profile: ProfileRow): Schema<'Profile'> {
  return {
    id: profile.id,
    name: profile.name,
    slug: profile.slug,
    isDefault: profile.is_default === 1,
    createdAt: profile.created_at,
  };
}

export function presentSession(session: LivingSession, currentId: string): Schema<'Session'> {
  return {
    id: session.id,
    isCurrent: session.id === currentId,
    userAgent: session.userAgent,
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  };
}

export function presentKey(key: ApiKeyRow): Schema<'Key'> {
  return { id: key.id, name: key.name, keyPreview: key.preview, createdAt: key.created_at };
}

export function presentLogEntry(row: ActivityRow): Schema<'LogEntry'> {
  return {
    id: row.id,
    action: row.action,
    platform: row.platform,
    profileName: row.profile_name,
    status: row.status,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    createdAt: row.created_at,
  };
}

/** @param now milliseconds since 1970 */
export function presentConnection(
  { configured, connection }: ConnectionState,
  now: number,
): Schema<'ConnectionStatus'> {
  const warning = connection && expiryWarning(connection, now);
  return {
    connected: connection?.state === 'connected',
    displayName: connection?.display_name ?? null,
    state: connection?.state ?? 'not_connected',
    username: connection?.username ?? null,
    network: connection?.network ?? null,
    connectedAt: connection?.connected_at ?? null,
    expiresAt: connection ? connectionEnds(connection) : null,
    configured,
    ...(warning ? { warning } : {}),
    missingScopes: connection ? (JSON.parse(connection.missing_scopes) as string[]) : [],
  };
}

export function presentOption(option: AccountOption): Schema<'AccountOption'> {
  return {
    accountId: option.accountId,
    name: option.name,
    description: option.description,
    type: option.type,
    ...(option.picture === null ? {} : { picture: option.picture }),
    ...(option.accountUrn === null ? {} : { accountUrn: option.accountUrn }),
  };
}

export function presentUsage(
  workspace: WorkspaceRow,
  plan: Plan,
  transactions: readonly CreditTransaction[],
): Schema<'Usage'> {
  return {
    plan: { id: plan.id, label: plan.label, price: plan.price },
    credits: {
      balance: workspace.balance,
      held: workspace.held,
      available: workspace.balance - workspace.held,
      monthlyAllowance: plan.monthlyCredits,
      used: workspace.used,
      resetAt: workspace.period_end,
    },
    recentTransactions: transactions.map((transaction) => ({ ...transaction })),
  };
}
