import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../logger.ts';
import type { LinkCards } from '../media/card/link-cards.ts';
import type { MediaSource } from '../media/keep/media-source.ts';
import type { Keyring } from '../secrets.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { Tokens } from '../services/connections/tokens.ts';
import type { FollowCopies } from '../services/copies/follow-copies.ts';
import type { Credits } from '../services/credits/credits.ts';
import type { PlanCatalogue } from '../services/credits/plans.ts';
import type { QuotaChecks } from '../services/credits/quotas.ts';
import type { Platforms } from '../services/networks/platforms.ts';
import { Uploads } from '../services/networks/uploads.ts';
import type { UpstreamReads } from '../services/networks/upstream-reads.ts';
import { Channels } from '../services/publishing/channels.ts';
import { LostPosts } from '../services/publishing/outcomes.ts';
import { DueWork, Publishing } from '../services/publishing/publish.ts';
import { Recovery } from '../services/publishing/recover.ts';
import { Removals } from '../services/publishing/remove.ts';
import { Sender } from '../services/publishing/send.ts';
import { RemovalSettlement, Settlement } from '../services/publishing/settle.ts';
import { TargetStates } from '../services/publishing/states.ts';
import type { FindNextSlot } from '../services/slots/slots.ts';
import type { Sharing } from '../services/workers/sharing.ts';
import type { Database } from '../store/schema.ts';

/** What the rest of the server gives to publishing. */
interface Given extends Pick<Config, 'upstreamTimeoutMs' | 'publishTimeoutMs' | 'latenessWindowMs'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly keyring: Keyring;
  readonly sharing: Sharing;
  readonly plans: PlanCatalogue;
  readonly credits: Credits;
  readonly quotas: QuotaChecks;
  readonly connections: Connections;
  readonly platforms: Platforms;
  readonly tokens: Tokens;
  readonly reads: UpstreamReads;
  readonly media: MediaSource;
  readonly linkCards: LinkCards;
  readonly followCopies: FollowCopies;
  readonly findNextSlot: FindNextSlot;
}

/** Puts the parts of the publishing engine together, in the order in which they use each other. */
export function createEngine(given: Given) {
  const { worker } = given.sharing;
  const states = new TargetStates(given.credits);
  const lostPosts = new LostPosts(given);
  const channels = new Channels(given);
  const settlement = new Settlement({ ...given, states });
  const uploads = new Uploads({ ...given, worker });
  const sender = new Sender({ ...given, worker, states, lostPosts, channels, settlement, uploads });
  const recovery = new Recovery({ ...given, worker, states, lostPosts, channels, settlement, uploads, sender });
  const removalSettlement = new RemovalSettlement(given);
  const removals = new Removals({ ...given, worker, channels, settlement: removalSettlement });
  return {
    states,
    channels,
    sender,
    recovery,
    publishing: new Publishing({ ...given, worker, sender }),
    dueWork: new DueWork({ ...given, worker, sender, recovery, removals }),
    removals,
    removalSettlement,
  };
}
