import type { AccountOption } from '@social/platforms';
import { mediaFacts } from '@social/rules';
import { platformFacts, type Schema } from '@social/types';
import { seesProfile } from '../../services/access/rights.ts';
import { type KnownOfKeys, rightsOf } from '../../services/accounts/keys.ts';
import type { LivingSession } from '../../services/accounts/sessions.ts';
import { picturePath } from '../../services/connections/account-pictures.ts';
import type {
  ConnectedAccount,
  ConnectionState,
  PlatformConnections,
  PlatformState,
} from '../../services/connections/connections.ts';
import { connectionEnds, expiryWarning } from '../../services/connections/expiry.ts';
import { limitsOf } from '../../services/connections/server-limits.ts';
import type { CreditTransaction } from '../../services/credits/credit-transactions.ts';
import type { Plan } from '../../services/credits/plans.ts';
import type { ApiKeyRow } from '../../store/accounts/api-keys.ts';
import type { WorkspaceRow } from '../../store/accounts/workspaces.ts';
import type { ActivityRow } from '../../store/activity-log.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';

// Each function presents a record in the contract's form, with an allow-list of fields.

/** Presents a platform: its facts in the contract, and its state on this server. */
export function presentPlatform(state: PlatformState): Schema<'Platform'> {
  const { platform, configured, redirectUri, variables, connectWith, whyNoSignIn } = state;
  const { label, networks, paidPlan, replies, signIn, text, mediaUrls, costs } = platformFacts(platform);
  const { files, images, videos, mixed, required, ...media } = mediaFacts(platform);
  const { imageTypes, videoTypes, maxImageBytes, maxVideoBytes, imageSides, documents } = media;
  return {
    id: platform,
    label,
    networks: [...networks],
    configured,
    redirectUri,
    variables: [...variables],
    connectWith,
    ...(signIn && { signIn: { ...signIn, ...(whyNoSignIn !== null && { unavailable: whyNoSignIn }) } }),
    paidPlan,
    replies,
    text: { ...text },
    media: {
      ...{ files, images, videos, mixed, required, maxImageBytes, maxVideoBytes },
      ...(imageSides && { imageSides: { ...imageSides } }),
      ...(documents && { documents: { ...documents, types: [...documents.types] } }),
      mediaUrls: [...mediaUrls],
      imageTypes: [...imageTypes],
      videoTypes: [...videoTypes],
    },
    actions: Object.keys(costs).filter((action) => action !== 'post'),
    costs: { ...costs },
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

export function presentKey(key: ApiKeyRow, { profiles, platforms, periodStart }: KnownOfKeys): Schema<'Key'> {
  const rights = rightsOf(key);
  return {
    ...{ id: key.id, name: key.name, keyPreview: key.preview, createdAt: key.created_at },
    scopes: [...rights.scopes],
    profiles: rights.profiles && profiles.filter(({ id }) => seesProfile(rights, id)).map(({ slug }) => slug),
    platforms: platforms.get(key.id) ?? null,
    expiresAt: rights.expiresAt,
    creditLimit: key.credit_limit,
    creditsUsed: key.credit_limit !== null && key.spent_period === periodStart ? key.spent : 0,
  };
}

export function presentLogEntry(row: ActivityRow): Schema<'LogEntry'> {
  return {
    id: row.id,
    action: row.action,
    platform: row.platform,
    profileName: row.profile_name,
    status: row.status,
    ...(row.action === 'post.published' && { outcome: row.status === 'success' ? 'published' : row.status }),
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
  const limits = connection && limitsOf(connection);
  return {
    connected: connection?.state === 'connected',
    displayName: connection?.display_name ?? null,
    state: connection?.state ?? 'not_connected',
    username: connection?.username ?? null,
    network: connection?.network ?? null,
    picture: connection && picturePath(connection),
    connectedAt: connection?.connected_at ?? null,
    expiresAt: connection ? connectionEnds(connection) : null,
    configured,
    ...(warning ? { warning } : {}),
    missingScopes: connection ? (JSON.parse(connection.missing_scopes) as string[]) : [],
    ...(limits?.text && { text: limits.text }),
    ...(limits?.media && { media: limits.media }),
  };
}

/** @param now milliseconds since 1970 */
export function presentConnections(state: PlatformConnections, now: number): Schema<'PlatformConnection'> {
  return { ...presentConnection(state, now), accounts: state.accounts.map((account) => presentAccount(account, now)) };
}

/** @param now milliseconds since 1970 */
export function presentAccount({ connection, targets }: ConnectedAccount, now: number): Schema<'AccountStatus'> {
  const { platform, name, is_default: isDefault } = connection;
  const shown = presentConnection({ platform, configured: true, connection }, now);
  return { ...shown, name, isDefault: isDefault === 1, targets: [...targets] };
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
