import type { Keyring } from '../secrets.ts';
import { Uploads } from '../services/networks/uploads.ts';
import { DueWork } from '../services/publishing/due.ts';
import { LostPosts } from '../services/publishing/outcomes.ts';
import { Publishing } from '../services/publishing/publish.ts';
import { Recovery } from '../services/publishing/recover.ts';
import { Removals } from '../services/publishing/remove.ts';
import { Sender } from '../services/publishing/send.ts';
import { Settlement } from '../services/publishing/settle.ts';
import { RemovalSettlement } from '../services/publishing/settle-removal.ts';
import { type EngineDeps, TargetStates } from '../services/publishing/states.ts';
import { Channels } from '../services/workers/channels.ts';
import type { Sharing } from '../services/workers/sharing.ts';

interface Given extends Omit<EngineDeps, 'worker'> {
  readonly keyring: Keyring;
  readonly sharing: Sharing;
}

/** Puts the parts of the publishing engine together, in the order in which they use each other. */
export function createEngine(given: Given) {
  const { worker, isAlone } = given.sharing;
  const deps = { ...given, worker };
  const states = new TargetStates(given.credits);
  const lostPosts = new LostPosts(deps);
  const channels = new Channels({ ...deps, isAlone });
  const settlement = new Settlement({ ...deps, states });
  const uploads = new Uploads(deps);
  const sender = new Sender({ ...deps, states, lostPosts, channels, settlement, uploads });
  const removalSettlement = new RemovalSettlement(deps);
  const removals = new Removals({ ...deps, channels, removalSettlement });
  const recovery = new Recovery({
    ...deps,
    states,
    lostPosts,
    channels,
    settlement,
    uploads,
    sender,
    removals,
  });
  return {
    states,
    channels,
    sender,
    recovery,
    publishing: new Publishing({ ...deps, sender }),
    dueWork: new DueWork({ ...deps, sender, settlement, recovery, removals }),
    removals,
    removalSettlement,
  };
}
