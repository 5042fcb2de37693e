import type { ActionCapability } from '../../driver.ts';
import { ignore } from '../../platform-error.ts';
import { callLinkedin, checkedPostUrn, type LinkedinApi, postUrl } from './api.ts';
import { createPost } from './publish.ts';

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api */
export function createLinkedinActions(api: LinkedinApi): ActionCapability {
  return {
    deletePost: async (postId, account, call) => {
      const path = `/rest/posts/${encodeURIComponent(checkedPostUrn(postId))}`;
      const request = { method: 'DELETE', path, restliMethod: 'DELETE', effect: 'change' } as const;
      // A post that is gone counts as deleted.
      const deletion = callLinkedin(api, request, { account, call });
      const answer = await deletion.catch(ignore(({ kind }) => kind === 'not-found'));
      if (answer && answer.status !== 204) throw answer.broken();
    },
    reshare: async ({ postId, commentary }, account, call) => {
      const reshareContext = { parent: checkedPostUrn(postId) };
      const id = await createPost(api, { commentary, reshareContext }, { account, call });
      return { id, url: postUrl(api, id) };
    },
  };
}
