import type { DriverOptions, NetworkDriver } from '../driver.ts';
import type { OpenDriver } from '../network.ts';
import { createReadPicture } from './account.ts';
import { blueskyApi } from './api.ts';
import { createBlueskyCounters } from './counters.ts';
import { findBlueskyServer } from './identity/find-server.ts';
import { BLUESKY_APP } from './oauth/client.ts';
import { createBlueskyOAuth } from './oauth/oauth.ts';
import { blueskyOwnPosts } from './own-posts.ts';
import { linkForCard } from './post/card.ts';
import { createDeletePost } from './post/delete.ts';
import { checkGates } from './post/gates.ts';
import { createBlueskyPublish, REPEATABLE_MS } from './post/publish.ts';
import { createListRecentPosts } from './reads.ts';
import { createBlueskyCredential } from './session/app-password.ts';

/** Speaks the AT Protocol to the server that holds an account. @see https://docs.bsky.app/docs/get-started */
function createBlueskyDriver(options: DriverOptions): NetworkDriver {
  const api = blueskyApi(options);
  return {
    oauth: createBlueskyOAuth(api),
    readPicture: createReadPicture(api),
    credential: createBlueskyCredential(api),
    publish: createBlueskyPublish(api),
    storesCheckpointFirst: true,
    precedesPublish: ({ step }) => step === 'upload' || step === 'video',
    repeatableUntil: ({ sentAt, checkpoint }) => checkpoint && new Date(sentAt.getTime() + REPEATABLE_MS),
    linkOf: linkForCard,
    listRecentPosts: createListRecentPosts(api),
    ownPosts: blueskyOwnPosts(api),
    counters: createBlueskyCounters(api),
    actions: { deletePost: createDeletePost(api) },
  };
}

export const network: OpenDriver = {
  check: checkGates,
  findServer: findBlueskyServer,
  idsAreGlobal: true,
  ownApp: BLUESKY_APP,
  create: createBlueskyDriver,
};
