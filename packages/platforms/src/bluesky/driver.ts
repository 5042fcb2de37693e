import type { DriverOptions, NetworkDriver } from '../driver.ts';
import type { OpenDriver } from '../network.ts';
import { createReadPicture } from './account.ts';
import { blueskyApi, callBluesky } from './api.ts';
import { createBlueskyCounters } from './counters.ts';
import { findBlueskyServer } from './identity/find-server.ts';
import { BLUESKY_APP } from './oauth/client.ts';
import { createBlueskyOAuth } from './oauth/oauth.ts';
import { blueskyOwnPosts } from './own-posts.ts';
import { keyOfOwnPost, POSTS } from './post/addresses.ts';
import { linkForCard } from './post/card.ts';
import { createBlueskyPublish, REPEATABLE_MS } from './post/publish.ts';
import { readLanguages } from './post/settings.ts';
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
    actions: {
      // The answer to the deletion of a record that is gone names no commit. @see https://docs.bsky.app/docs/api/com-atproto-repo-delete-record
      async deletePost(postId, account, call) {
        const json = { repo: account.accountId, collection: POSTS, rkey: keyOfOwnPost(postId, account) };
        const request = { method: 'com.atproto.repo.deleteRecord', json, effect: 'change' } as const;
        const { body, broken } = await callBluesky(api, request, { account, call });
        if (!body) throw broken();
        return body['commit'] === undefined ? 'gone' : 'deleted';
      },
    },
  };
}

export const network: OpenDriver = {
  check: readLanguages,
  findServer: findBlueskyServer,
  idsAreGlobal: true,
  ownApp: BLUESKY_APP,
  create: createBlueskyDriver,
};
