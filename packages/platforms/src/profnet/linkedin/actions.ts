import type { ActionCapability } from '../../driver.ts';
import { PlatformError } from '../../platform-error.ts';
import { callLinkedin, checkedPostUrn, type LinkedinApi, postUrl } from './api.ts';
import { createPost } from './publish.ts';

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api */
export function createLinkedinActions(api: LinkedinApi): ActionCapability {
  return {
    deletePost: async (postId, account, call) => {
      const path = `/rest/posts/${encodeURIComponent(checkedPostUrn(postId))}`;
      const request = { method: 'DELETE', path, restliMethod: 'DELETE', effect: 'change' } as const;
      try {
        const answer = await callLinkedin(api, request, { account, call });
        if (answer.status !== 204) throw answer.broken();
      } catch (error) {
        // Gone already: exactly what was asked for.
        if (!(error instanceof PlatformError && error.kind === 'not-found')) throw error;
      }
    },
    reshare: async ({ postId, commentary }, account, call) => {
      const reshareContext = { parent: checkedPostUrn(postId) };
      const id = await createPost(api, { commentary, reshareContext }, { account, call });
      return { id, url: postUrl(api, id) };
    },
  };
}
