import { systemClock } from '../clock.ts';
import { loadPlans } from '../config/plans-file.ts';
import type { Services } from '../http/operations/services.ts';
import type { Keyring } from '../secrets.ts';
import { createAccounts } from '../services/accounts/accounts.ts';
import { createAuth } from '../services/accounts/auth.ts';
import { createCommandGrants } from '../services/accounts/command-grants.ts';
import { createWorkspaceDeletion } from '../services/accounts/delete-workspace.ts';
import { createKeys } from '../services/accounts/keys.ts';
import { createPasswords } from '../services/accounts/passwords.ts';
import { createProfiles } from '../services/accounts/profiles.ts';
import { createSessions } from '../services/accounts/sessions.ts';
import { createActions } from '../services/actions.ts';
import { createAbandonedFlows } from '../services/connections/abandoned-flows.ts';
import { createAccountPictures } from '../services/connections/account-pictures.ts';
import { createConnections } from '../services/connections/connections.ts';
import { createExpiryWarnings } from '../services/connections/expiry.ts';
import { createNetworkApps } from '../services/connections/network-apps.ts';
import { createOauthFlows } from '../services/connections/oauth-flows.ts';
import { createPastedCredentials } from '../services/connections/pasted-credentials.ts';
import { createLimitRefresh, createReadNewLimits } from '../services/connections/server-limits.ts';
import { createTokens } from '../services/connections/tokens.ts';
import { createUnsavedTokens } from '../services/connections/unsaved-tokens.ts';
import { DryRuns } from '../services/contents/dry-runs.ts';
import { createCounters } from '../services/counters/counters.ts';
import { createCredits } from '../services/credits/credits.ts';
import { createQuotaChecks } from '../services/credits/quotas.ts';
import { createSpending } from '../services/credits/spending.ts';
import { createDrafts } from '../services/drafts/drafts.ts';
import { createLiveChanges } from '../services/live/live-changes.ts';
import { createInvitations } from '../services/members/invitations.ts';
import { createMembers } from '../services/members/members.ts';
import { createPreviewCard } from '../services/networks/card-preview.ts';
import { createMentionProblem } from '../services/networks/mention-problem.ts';
import { createPlatforms } from '../services/networks/platforms.ts';
import { createUpstreamReads } from '../services/networks/upstream-reads.ts';
import { createFindNamedPost } from '../services/posts/named-post.ts';
import { createPosts } from '../services/posts/posts.ts';
import { createSlots } from '../services/slots/slots.ts';
import { createSharing, type Sharing } from '../services/workers/sharing.ts';
import type { Database } from '../store/schema.ts';
import { createMails } from './mails.ts';
import { createMedia } from './media.ts';
import type { AppOptions } from './options.ts';
import { createOwnWebhooks } from './own-webhooks.ts';
import { createEngine } from './publishing.ts';

/** Makes the services for the people of workspaces. */
function createPeople(deps: Parameters<typeof createInvitations>[0] & Parameters<typeof createWorkspaceDeletion>[0]) {
  return {
    invitations: createInvitations(deps),
    members: createMembers(deps),
    workspaceDeletion: createWorkspaceDeletion(deps),
  };
}

/** Makes what connects accounts of the networks, and keeps their connections working. */
function createConnecting(
  { config, logger, clock = systemClock, sandbox = null }: AppOptions,
  deps: {
    db: Database;
    keyring: Keyring;
    baseUrl: string;
    withLease: Sharing['withLease'];
    faces: Parameters<typeof createAccountPictures>[0]['faces'];
  },
) {
  const { db, keyring, baseUrl, withLease, faces } = deps;
  const platforms = createPlatforms(config.platforms, sandbox);
  const reads = createUpstreamReads({ breakerOpenMs: config.breakerOpenMs, clock, logger });
  const unsaved = createUnsavedTokens({ db, logger });
  const tokens = createTokens({ db, clock, logger, keyring, platforms, withLease, reads, unsaved });
  const connections = createConnections({ db, clock, logger, platforms, tokens, baseUrl });
  const pictures = createAccountPictures({ db, clock, logger, platforms, tokens, reads, faces });
  const networkApps = createNetworkApps({ db, clock, logger, keyring, baseUrl });
  const readNewLimits = createReadNewLimits({ clock, logger });
  const oauthFlows = createOauthFlows({
    ...{ db, clock, keyring, platforms, connections, networkApps, readNewLimits, pictures, baseUrl },
  });
  return {
    ...{ platforms, reads, unsaved, tokens, connections, pictures, networkApps, oauthFlows },
    pastedCredentials: createPastedCredentials({ db, platforms, connections, readNewLimits, pictures }),
    jobs: {
      endAbandoned: createAbandonedFlows({ db, clock, logger, keyring, platforms, tokens }),
      refreshLimits: createLimitRefresh({ db, clock, logger, platforms, tokens, reads }),
      warnOfExpiry: createExpiryWarnings({ db, clock, logger, platforms }),
    },
    mentionProblem: createMentionProblem({ platforms, tokens, reads }),
  };
}

/** Makes the services. The parts of the publishing engine that jobs use too are returned as `engine`. */
export function createServices(options: AppOptions, db: Database, keyring: Keyring, baseUrl: string) {
  const { config, logger, clock = systemClock, sandbox = null, setupToken = null } = options;
  const { upstreamTimeoutMs, publishTimeoutMs, latenessWindowMs, signUp } = config;
  const plans = loadPlans(config.plansFile);
  const quotas = createQuotaChecks({ db, plans, clock });
  const made = createMedia(options, { db, keyring, baseUrl, quotas });
  const { budgets, library, media, mediaPolicy, fileFacts, followCopies, linkCards, deleteFiles } = made;
  const sharing = createSharing(config, { db, clock, logger, keyring });
  const { worker, withLease } = sharing;
  const credits = createCredits({ db, clock, plans });
  const connecting = createConnecting(options, { db, keyring, baseUrl, withLease, faces: made.faces });
  const { platforms, reads, unsaved, tokens, connections, pictures, mentionProblem } = connecting;
  const auth = createAuth({ db, secret: keyring.derive('dashboard sessions'), baseUrl });
  const accounts = createAccounts({ db, clock, credits, plans, auth, signUp, setupToken });
  const keys = createKeys({ db, clock, quotas, kind: sandbox ? 'sandbox' : 'real' });
  const slots = createSlots({ db, clock });
  const engine = createEngine({
    ...{ db, clock, logger, keyring, sharing, plans, credits, quotas, connections, platforms, tokens, reads },
    ...{ media, linkCards, followCopies, findNextSlot: slots.findNextSlot },
    ...{ upstreamTimeoutMs, publishTimeoutMs, latenessWindowMs },
  });
  const { states, channels, publishing, removals, removalSettlement } = engine;
  const { mails, mailJob, outbox } = createMails(options, { db, keyring, baseUrl, worker });
  const webhooks = createOwnWebhooks(options, { db, clock, keyring, worker, credits, plans, baseUrl });
  const previewCard = createPreviewCard(platforms, linkCards);
  const services: Services = {
    ...{ db, clock, plans, accounts, removalSettlement, mails, webhooks },
    actions: createActions({ db, logger, credits, connections, platforms, tokens, channels, reads, upstreamTimeoutMs }),
    counters: createCounters({ db, clock, logger, connections, platforms, tokens, reads }),
    commandGrants: createCommandGrants({ db, clock, keys, baseUrl }),
    ...{ connections, pictures, credits, keys, library, mediaPolicy },
    ...{ networkApps: connecting.networkApps, oauthFlows: connecting.oauthFlows },
    pastedCredentials: connecting.pastedCredentials,
    ...createPeople({ db, clock, logger, auth, baseUrl, outbox, deleteFiles, revokeUnused: connections.revokeUnused }),
    ...{ drafts: createDrafts({ db, clock, mediaPolicy }), live: createLiveChanges({ db, logger }) },
    posts: createPosts({
      ...{ db, clock, credits, connections, publishing, states, removals, worker },
      ...{ findNextSlot: slots.findNextSlot, followCopies },
      findNamedPost: createFindNamedPost({ db, logger, connections, platforms, tokens, reads }),
    }),
    profiles: createProfiles({ db, clock, connections, quotas }),
    dryRuns: new DryRuns({ db, connections, fileFacts, previewCard, mentionProblem }),
    ...{ publishing, slots, passwords: createPasswords({ db, auth, clock }) },
    ...{ sessions: createSessions({ db }), spending: createSpending({ db, clock }) },
  };
  return {
    services,
    budgets,
    quotas,
    files: made,
    pictures,
    unsaved,
    sharing,
    engine,
    connectionJobs: connecting.jobs,
    mailJob,
    webhooks,
  };
}

/** The services, and the parts of them that jobs use. */
export type Made = ReturnType<typeof createServices>;
