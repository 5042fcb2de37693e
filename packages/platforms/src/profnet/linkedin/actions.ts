import type { ActionCapability } from '../../driver.ts';
import { goneIf } from '../../platform-error.ts';
import { callLinkedin, checkedPostUrn, type LinkedinApi, postUrl } from './api.ts';
import { readCommentUrn } from './comment-urn.ts';
import { deleteComment } from './comments.ts';
import { createPost } from './publish.ts';

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api */
export function createLinkedinActions(api: LinkedinApi): ActionCapability {
  return {
    deletePost: async (postId, account, call) => {
      const comment = readCommentUrn(postId);
      if (comment) return deleteComment(api, comment, { account, call });
      const path = `/rest/posts/${encodeURIComponent(checkedPostUrn(postId))}`;
      const request = { method: 'DELETE', path, restliMethod: 'DELETE', effect: 'change' } as const;
      // LinkedIn says the same about a post that it deleted before.
      const answer = await callLinkedin(api, request, { account, call }).catch(
        goneIf(({ kind }) => kind === 'not-found'),
      );
      if (answer === 'gone') return answer;
      if (answer.status !== 204) throw answer.broken();
      return 'deleted';
    },
    reshare: async ({ postId, commentary }, account, call) => {
      const reshareContext = { parent: checkedPostUrn(postId) };
      const id = await createPost(api, { commentary, reshareContext }, { account, call });
      return { id, url: postUrl(api, id) };
    },
  };
}
