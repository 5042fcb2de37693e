import type { DriverOptions, NetworkDriver } from '../driver.ts';
import { invalid } from '../meanings.ts';
import type { OpenDriver } from '../network.ts';
import { pictureOfAccount } from '../picture-of-account.ts';
import { goneIf, PlatformError } from '../platform-error.ts';
import { isUploadStep } from '../sealed-publish.ts';
import { callMastodon, MASTODON_ID, type MastodonApi } from './api.ts';
import { createMastodonCounters } from './counters.ts';
import { findMastodonServer } from './find-server.ts';
import { readServerLimits } from './instance.ts';
import { createMastodonOAuth } from './oauth.ts';
import { mastodonOwnPosts } from './own-posts.ts';
import { createMastodonCredential } from './pasted-token.ts';
import { createMastodonPublish, repeatableUntil } from './publish.ts';
import { noteOnQuotes } from './quote-policy.ts';
import { createListRecentPosts } from './reads.ts';
import { checkSettings } from './settings.ts';

/** Speaks the client API of Mastodon to one server, which may run other software that has it. @see https://docs.joinmastodon.org/client/intro/ */
function createMastodonDriver({ apiUrl = '', through }: DriverOptions): NetworkDriver {
  const api: MastodonApi = { apiUrl, ...(through && { through }) };
  const oauth = createMastodonOAuth(api);
  return {
    oauth,
    readPicture: pictureOfAccount(oauth),
    credential: createMastodonCredential(api),
    publish: createMastodonPublish(api),
    precedesPublish: isUploadStep,
    repeatableUntil,
    listRecentPosts: createListRecentPosts(api),
    ownPosts: mastodonOwnPosts(api),
    readLimits: (_account, call) => readServerLimits(api, call),
    counters: createMastodonCounters(api),
    actions: {
      // @see https://docs.joinmastodon.org/methods/statuses/#delete
      async deletePost(postId, account, call) {
        if (!MASTODON_ID.test(postId)) {
          throw new PlatformError('mastodon', invalid('posts at a Mastodon server have other ids; check the id'));
        }
        const request = { method: 'DELETE', path: `/api/v1/statuses/${postId}`, effect: 'change' } as const;
        const answer = await callMastodon(api, request, { account, call }).catch(
          goneIf(({ kind }) => kind === 'not-found'),
        );
        if (answer === 'gone') return answer;
        // Mastodon answers with the post. Servers of its family need not, but with an object.
        if (!answer.body) throw answer.broken();
        return 'deleted';
      },
    },
  };
}

export const network: OpenDriver = {
  check: checkSettings,
  note: noteOnQuotes,
  findServer: findMastodonServer,
  create: createMastodonDriver,
};
