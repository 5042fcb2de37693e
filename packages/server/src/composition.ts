import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identifyCaller, userAgent } from '@social/platforms';
import { type Clock, isClockPlausible, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { loadPlans } from './config/plans-file.ts';
import { createAuthenticate } from './http/callers/authenticate.ts';
import { createClientAddress } from './http/callers/client-address.ts';
import { createLimiters } from './http/callers/limiters.ts';
import { createRateLimits } from './http/callers/rate-limit.ts';
import { createKoaApp } from './http/koa-app.ts';
import { createInnerFetch } from './http/listener/inner-fetch.ts';
import type { Services } from './http/operations/services.ts';
import { createPresentObject } from './http/replies/event-object.ts';
import { createMetrics } from './http/replies/metrics.ts';
import { draftUrl } from './http/replies/present-draft.ts';
import { createHandlers } from './http/routes/handlers.ts';
import { createCounterLoop } from './jobs/counter-loop.ts';
import { createIntervalLoop } from './jobs/interval-loop.ts';
import { createMailLoop } from './jobs/mail-loop.ts';
import { createMaintenance } from './jobs/maintenance.ts';
import { createSearchLoop } from './jobs/search-loop.ts';
import { createTurnLoop } from './jobs/turn-loop.ts';
import { createWebhookLoop } from './jobs/webhook-loop.ts';
import type { Logger } from './logger.ts';
import { createLinkCards } from './media/card/link-cards.ts';
import { createFaceReader } from './media/face/read-face.ts';
import { createReceiverPolicy } from './media/fetch/receiver-address.ts';
import { createPictureFitter } from './media/fit/picture-fitter.ts';
import { createTemporaryFiles } from './media/keep/temporary-files.ts';
import { createMediaAddresses } from './media/media-address.ts';
import { createUrlMediaSource } from './media/url-media-source.ts';
import type { Keyring } from './secrets.ts';
import { createAccounts } from './services/accounts/accounts.ts';
import { createAuth, sessionCookieName } from './services/accounts/auth.ts';
import { createCommandGrants } from './services/accounts/command-grants.ts';
import { createWorkspaceDeletion } from './services/accounts/delete-workspace.ts';
import { createKeys } from './services/accounts/keys.ts';
import { createPasswords } from './services/accounts/passwords.ts';
import { createProfiles } from './services/accounts/profiles.ts';
import { createSessions } from './services/accounts/sessions.ts';
import { createActions } from './services/actions.ts';
import { createAccountPictures } from './services/connections/account-pictures.ts';
import { createConnections } from './services/connections/connections.ts';
import { createExpiryWarnings } from './services/connections/expiry.ts';
import { createNetworkApps } from './services/connections/network-apps.ts';
import { createOauthFlows } from './services/connections/oauth-flows.ts';
import { createPastedCredentials } from './services/connections/pasted-credentials.ts';
import { createLimitRefresh, createReadNewLimits } from './services/connections/server-limits.ts';
import { createTokens } from './services/connections/tokens.ts';
import { createUnsavedTokens } from './services/connections/unsaved-tokens.ts';
import { createCounters } from './services/counters/counters.ts';
import { createCredits } from './services/credits/credits.ts';
import { createQuotaChecks } from './services/credits/quotas.ts';
import { createSpending } from './services/credits/spending.ts';
import { createDelivery } from './services/delivery/delivery.ts';
import { createReconciliation } from './services/delivery/reconciliation.ts';
import { createRecovery } from './services/delivery/recovery.ts';
import { createStoreToSend } from './services/delivery/store-to-send.ts';
import { createTakeOver } from './services/delivery/take-over.ts';
import { createUploadProgress } from './services/delivery/upload-progress.ts';
import { createDrafts } from './services/drafts/drafts.ts';
import { createIdempotency } from './services/idempotency.ts';
import { createLiveChanges } from './services/live/live-changes.ts';
import { createMailSettings } from './services/mail/mail-settings.ts';
import { createNotices } from './services/mail/notices.ts';
import { createOutbox } from './services/mail/outbox.ts';
import { createSmtp } from './services/mail/smtp.ts';
import { createMediaLibrary } from './services/media-library.ts';
import { createDeleteFiles, createMediaStore, createStorageOwnership } from './services/media-storage.ts';
import { createInvitations } from './services/members/invitations.ts';
import { createMembers } from './services/members/members.ts';
import { createPreviewCard } from './services/networks/card-preview.ts';
import { createPlatforms } from './services/networks/platforms.ts';
import type { SandboxAccess } from './services/networks/reachable-platform.ts';
import { createUpstreamReads } from './services/networks/upstream-reads.ts';
import { createOperatorFigures } from './services/operator-figures.ts';
import { createDuePosts } from './services/posts/due-posts.ts';
import { createDueWork } from './services/posts/due-work.ts';
import { createPosts } from './services/posts/posts.ts';
import { createPublishing } from './services/posts/publishing.ts';
import { createSearchIndex } from './services/posts/search-index.ts';
import { createRemovals } from './services/removals/removals.ts';
import { createForgetOldLog } from './services/retention/forget-old-log.ts';
import { createSlots } from './services/slots/slots.ts';
import { createAcceptTargets } from './services/targets/accept.ts';
import { createApplyEvent } from './services/targets/apply-event.ts';
import { createEndScheduled } from './services/targets/end-scheduled.ts';
import { createStoreOutcome } from './services/targets/store-outcome.ts';
import { createWebhooks } from './services/webhooks/webhooks.ts';
import { createSharing } from './services/workers/sharing.ts';
import { createTurns } from './services/workers/turns.ts';
import type { RunningWorker } from './services/workers/worker.ts';
import type { Database } from './store/schema.ts';
import { VERSION } from './version.ts';

/** Pictures of accounts are read again about once a week: a minute's delay does not matter. */
const PICTURES_EVERY_MS = 60_000;

/** Settings and parts of a server that come from outside. */
export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Clock of the server; the host's clock by default. */
  readonly clock?: Clock;
  /** Sandbox that simulates the networks that are not configured. */
  readonly sandbox?: SandboxAccess | null;
  /** One-time token that the first sign-up must send; null when none is needed. */
  readonly setupToken?: string | null;
}

/** Makes the services of uploaded and fetched files. */
function createMedia(
  { config, logger, clock = systemClock }: AppOptions,
  { db, keyring, baseUrl }: { db: Database; keyring: Keyring; baseUrl: string },
) {
  const { mediaFromLoopback: allowLoopback, dataDir, mediaQuotaBytes: quotaBytes, retention } = config;
  const secret = keyring.derive('addresses of media');
  const addresses = createMediaAddresses({ baseUrl, clock, allowLoopback, secret });
  const mediaPolicy = { allowLoopback, ownFileOf: addresses.ownFileOf };
  const temporaryFiles = createTemporaryFiles({ directory: join(dataDir, 'media-tmp'), logger });
  const files = createMediaStore(config, { clock, logger, temporaryFiles });
  const isStorageOurs = createStorageOwnership(db, config.mediaStore, logger);
  const keptMs = retention.mediaMs;
  const library = createMediaLibrary({ db, clock, files, addresses, isStorageOurs, quotaBytes, keptMs });
  const fitter = createPictureFitter(logger);
  const media = createUrlMediaSource(mediaPolicy, { own: library, files: temporaryFiles, fitter });
  const linkCards = createLinkCards(mediaPolicy, { files: temporaryFiles, fitter, logger });
  const faces = createFaceReader(mediaPolicy, { files: temporaryFiles, fitter });
  const measurePicture = async (workspaceId: string, url: string) => {
    const sha256 = addresses.ownFileOf(url);
    return sha256 === null ? null : library.measure(workspaceId, sha256);
  };
  const deleteFiles = createDeleteFiles({ files, isStorageOurs });
  return { library, mediaPolicy, media, measurePicture, linkCards, faces, deleteFiles };
}

/** Makes the mails. @returns the loop that sends them, or null when no mail server is set */
function createMails(
  { config: { mailServer }, logger, clock = systemClock }: AppOptions,
  { db, keyring, baseUrl, worker }: { db: Database; keyring: Keyring; baseUrl: string; worker: RunningWorker },
) {
  if (mailServer === null) {
    return { mails: createMailSettings({ db, clock, outbox: null, baseUrl }), mailLoop: null, outbox: null };
  }
  const outbox = createOutbox({ db, clock, logger, keyring, worker, smtp: createSmtp(mailServer), baseUrl });
  const collectNotices = createNotices({ db, clock, outbox, baseUrl });
  const mailLoop = createMailLoop({ logger, collectNotices, sendDue: outbox.sendDue });
  return { mails: createMailSettings({ db, clock, outbox, baseUrl }), mailLoop, outbox };
}

/** Makes the services for the people of workspaces. */
function createPeople(deps: Parameters<typeof createInvitations>[0] & Parameters<typeof createWorkspaceDeletion>[0]) {
  return {
    invitations: createInvitations(deps),
    members: createMembers(deps),
    workspaceDeletion: createWorkspaceDeletion(deps),
  };
}

/** Makes the services of webhooks. */
function createOwnWebhooks(
  { config, logger }: AppOptions,
  {
    db,
    clock,
    keyring,
    worker,
    ...shown
  }: Pick<Parameters<typeof createWebhooks>[0], 'clock' | 'keyring' | 'worker'> &
    Parameters<typeof createPresentObject>[0],
) {
  const { webhookAllow, mediaFromLoopback: allowLoopback } = config;
  const receivers = createReceiverPolicy(webhookAllow, { allowLoopback });
  const presentObject = createPresentObject({ db, ...shown });
  return createWebhooks({
    ...{ db, clock, logger, keyring, worker, receivers, presentObject, userAgent: userAgent() },
    keptMs: config.retention.deliveriesMs,
  });
}

/** Makes the services that call networks for anything but a publish. */
function createNetworkCalls(deps: Parameters<typeof createActions>[0] & Parameters<typeof createRemovals>[0]) {
  return { actions: createActions(deps), removals: createRemovals(deps), counters: createCounters(deps) };
}

/** Makes the services. The parts that jobs use too are returned as `sending`. */
function createServices(options: AppOptions, db: Database, keyring: Keyring, baseUrl: string) {
  const { config, logger, clock = systemClock, sandbox = null, setupToken = null } = options;
  const { upstreamTimeoutMs, publishTimeoutMs, signUp } = config;
  const plans = loadPlans(config.plansFile);
  const made = createMedia(options, { db, keyring, baseUrl });
  const { library, media, mediaPolicy, measurePicture, linkCards, deleteFiles } = made;
  const platforms = createPlatforms(config.platforms, sandbox);
  const sharing = createSharing(config, { db, clock, logger, keyring });
  const { worker, withLease } = sharing;
  const reads = createUpstreamReads({ breakerOpenMs: config.breakerOpenMs, logger });
  const turns = createTurns({ db, clock, logger, sharing });
  const credits = createCredits({ db, clock, plans });
  const unsaved = createUnsavedTokens({ db, logger });
  const tokens = createTokens({ db, clock, logger, keyring, platforms, withLease, reads, unsaved });
  const connections = createConnections({ db, clock, logger, platforms, tokens, baseUrl });
  const pictures = createAccountPictures({ db, clock, logger, platforms, tokens, reads, faces: made.faces });
  const auth = createAuth({ db, secret: keyring.derive('dashboard sessions'), baseUrl });
  const accounts = createAccounts({ db, clock, credits, plans, auth, signUp, setupToken });
  const quotas = createQuotaChecks({ plans, clock });
  const keys = createKeys({ db, clock, quotas, kind: sandbox ? 'sandbox' : 'real' });
  const endScheduled = createEndScheduled({ clock });
  const networkApps = createNetworkApps({ db, clock, logger, keyring, baseUrl });
  const readNewLimits = createReadNewLimits({ clock, logger });
  const oauthFlows = createOauthFlows({
    ...{ db, clock, keyring, platforms, connections, networkApps, readNewLimits, pictures, baseUrl },
  });
  const networkCalls = createNetworkCalls({
    ...{ db, clock, logger, credits, connections, platforms, tokens, turns, reads, worker },
    ...{ upstreamTimeoutMs, publishTimeoutMs },
  });
  const findPublished = createReconciliation({ db, logger, platforms, tokens, reads });
  const applyEvent = createApplyEvent(credits);
  const storeOutcome = createStoreOutcome({ db, clock, logger, applyEvent });
  const acceptTargets = createAcceptTargets({ clock, credits, worker });
  const storeToSend = createStoreToSend({ clock, logger, storeOutcome });
  const uploads = createUploadProgress({ db, logger, keyring, worker });
  const delivery = createDelivery({
    ...{ db, clock, logger, platforms, tokens, media, linkCards, turns, applyEvent, storeOutcome, findPublished },
    ...{ worker, uploads, upstreamTimeoutMs },
  });
  const slots = createSlots({ db, clock });
  const { findNextSlot } = slots;
  const publishing = createPublishing({
    ...{ db, clock, logger, connections, delivery, acceptTargets, findNextSlot },
    ...{ storeToSend, quotas, measurePicture, previewCard: createPreviewCard(platforms, linkCards), publishTimeoutMs },
  });
  const { mails, mailLoop, outbox } = createMails(options, { db, keyring, baseUrl, worker });
  const webhooks = createOwnWebhooks(options, { db, clock, keyring, worker, credits, plans, baseUrl });
  const services: Services = {
    ...{ db, clock, plans, accounts, ...networkCalls, mails, networkApps, webhooks },
    commandGrants: createCommandGrants({ db, clock, keys, baseUrl }),
    ...{ connections, pictures, credits, keys, library, mediaPolicy, oauthFlows },
    ...createPeople({ db, clock, logger, auth, baseUrl, outbox, deleteFiles, revokeUnused: connections.revokeUnused }),
    drafts: createDrafts({ db, clock, mediaPolicy }),
    live: createLiveChanges({ db, logger }),
    passwords: createPasswords({ db, auth, clock }),
    pastedCredentials: createPastedCredentials({ db, platforms, connections, readNewLimits, pictures }),
    posts: createPosts({ db, clock, credits, connections, publishing, findNextSlot, endScheduled, applyEvent, worker }),
    profiles: createProfiles({ db, clock, connections, endScheduled, quotas }),
    ...{ publishing, slots, sessions: createSessions({ db }), spending: createSpending({ db, clock }) },
  };
  const warnOfExpiry = createExpiryWarnings({ db, clock, logger, platforms });
  const refreshLimits = createLimitRefresh({ db, clock, logger, platforms, tokens, reads });
  const sending = {
    ...{ turns, storeOutcome, applyEvent, acceptTargets, storeToSend, findPublished },
    ...{ endScheduled, uploads, delivery, platforms, warnOfExpiry, refreshLimits },
  };
  return { services, media, linkCards, pictures, unsaved, sharing, sending, mailLoop, webhooks };
}

type Made = ReturnType<typeof createServices>;

/** Makes the jobs that run next to the requests. */
function createJobs(
  { logger, config: { latenessWindowMs, retention } }: AppOptions,
  { db, clock, plans, connections, counters, credits, library, sessions, commandGrants, workspaceDeletion }: Services,
  { sending, webhooks, pictures, sharing: { worker } }: Pick<Made, 'sending' | 'webhooks' | 'pictures' | 'sharing'>,
) {
  const {
    turns,
    storeOutcome,
    acceptTargets,
    findPublished,
    endScheduled,
    uploads,
    delivery,
    warnOfExpiry,
    refreshLimits,
  } = sending;
  const { applyEvent, platforms, storeToSend } = sending;
  const takeOver = createTakeOver({
    ...{
      db,
      clock,
      logger,
      connections,
      platforms,
      delivery,
      storeOutcome,
      applyEvent,
      findPublished,
      worker,
      uploads,
    },
    latenessWindowMs,
  });
  const recovery = createRecovery({ db, clock, delivery, turns, worker });
  const beginPost = createDuePosts({
    ...{ db, clock, logger, plans, credits, connections, acceptTargets, storeToSend, endScheduled, delivery },
    latenessWindowMs,
  });
  const continueChannel = createDueWork({ db, clock, logger, beginPost, takeOver });
  const turnLoop = createTurnLoop({ logger, turns, continueChannel });
  const maintenance = createMaintenance({
    ...{ db, clock, logger, credits, library, sessions, commandGrants, workspaceDeletion, webhooks },
    ...{ warnOfExpiry, refreshLimits, forgetOldLog: createForgetOldLog({ db, clock, keptMs: retention.logMs }) },
  });
  const webhookLoop = createWebhookLoop({ db, clock, logger, worker, webhooks });
  // A loop of its own: servers of pictures that answer slowly delay no other job.
  const pictureLoop = createIntervalLoop(PICTURES_EVERY_MS, (stopping) =>
    pictures.readDue(stopping).catch((err: unknown) => logger.error({ err }, 'could not read pictures of accounts')),
  );
  const counterLoop = createCounterLoop({ logger, counters });
  const searchLoop = createSearchLoop({ logger, searchIndex: createSearchIndex({ db }) });
  return { recovery, turnLoop, loops: [webhookLoop, maintenance, searchLoop, pictureLoop, counterLoop] };
}

/** A server without its listener. */
export type Composition = ReturnType<typeof compose>;

/** Puts the parts together over an open database. No job runs before `begin`. */
export function compose(options: AppOptions, db: Database, keyring: Keyring, baseUrl: string) {
  const { config, logger } = options;
  identifyCaller({ version: VERSION, address: baseUrl });
  const made = createServices(options, db, keyring, baseUrl);
  const { services, media, linkCards, pictures, unsaved, sharing, sending, mailLoop, webhooks } = made;
  const { clock, keys, accounts, credits, plans } = services;
  const { recovery, turnLoop, ...jobs } = createJobs(options, services, made);
  const loops = [...jobs.loops, ...(mailLoop ? [mailLoop] : [])];
  const { worker } = sharing;
  const idempotency = createIdempotency({ db, clock, worker, draftUrl: (id) => draftUrl(baseUrl, id) });
  const sessionCookie = sessionCookieName(baseUrl);
  const rateLimits = createRateLimits(config.requestsPerMinute, createLimiters(db));
  const metrics = createMetrics(createOperatorFigures({ db, clock, logger, dataDir: config.dataDir }));
  let isStopping = false;
  let recovering: Promise<void> = Promise.resolve();
  const koa = createKoaApp({
    handlers: createHandlers({
      config,
      services,
      rateLimits,
      metrics,
      baseUrl,
      innerFetch: createInnerFetch((request, response) => answer(request, response)),
      sandboxUrl: options.sandbox?.url ?? null,
      logger,
      isStopping: () => isStopping,
      couldWrite: worker.isFresh,
    }),
    authenticate: createAuthenticate({ keys, accounts, credits, plans, baseUrl, sessionCookie }),
    idempotency,
    rateLimits,
    metrics,
    logger,
    baseUrl,
    dashboardDirectory: fileURLToPath(new URL('./dashboard', import.meta.url)),
    clientOf: createClientAddress(config.trustedProxies, (peer) =>
      logger.warn(
        { peer },
        'a request came with X-Forwarded-For from an address that SOCIAL_TRUST_PROXY does not name: if that is your proxy, name it, or all its clients share one limit',
      ),
    ),
    isStopping: () => isStopping,
  });

  const answer = koa.callback();

  function recover(work: () => Promise<void>): void {
    const run = work().catch((error: unknown) => logger.error({ err: error }, 'recovery failed'));
    recovering = Promise.all([recovering, run]).then(() => undefined);
  }

  function startTurns(): void {
    if (isClockPlausible(clock)) {
      turnLoop.start();
    } else {
      logger.warn(
        'the clock of this machine cannot be right; scheduled posts and interrupted ones wait until it is set and the server restarted',
      );
    }
  }

  return {
    baseUrl,
    answer,
    /** Resolves when the database no longer lists this process: nothing more is sent then, and it has to stop. */
    lost: worker.lost,
    /** Frees the targets of dead processes and starts the jobs, which continue them. */
    async begin(): Promise<void> {
      await worker.begin();
      recover(recovery.free);
      recover(recovery.lookAtUnknown);
      recover(() => services.removals.lookUp().then(services.removals.resume));
      worker.start(() => {
        if (isStopping) return;
        recover(recovery.free);
        recover(services.removals.resume);
      });
      startTurns();
      for (const loop of loops) loop.start();
    },
    /** Starts no new work. Resolves when the running work has ended, but for requests. */
    async end(): Promise<void> {
      isStopping = true;
      // Ends the streams first: they never end without this.
      const streams = services.live.stop();
      webhooks.reader.stop();
      // Ends the reading that a job may wait for.
      await pictures[Symbol.asyncDispose]();
      const ending = [turnLoop, ...loops].map((loop) => loop.stop());
      await Promise.all([streams, sending.delivery.stop(), services.removals.stop(), ...ending, recovering]);
      await Promise.all([media[Symbol.asyncDispose](), linkCards[Symbol.asyncDispose](), webhooks.close()]);
      await unsaved.stop();
    },
    /** Ends the worker. Of work that is still under way, nothing more is sent, and others may take it over. */
    leave: () => worker.stop(),
  };
}
