import type { ActionCapability, Session } from '../../driver.ts';
import { callGraph, type GraphApi } from '../../meta-graph/graph-call.ts';
import { isMissing, requirePostId } from './post-id.ts';

/** Deletes a post of the page. @see https://developers.facebook.com/docs/pages-api/posts#delete-a-post */
export function createFacebookDeletion(api: GraphApi): ActionCapability['deletePost'] {
  return async (postId, account, call) => {
    requirePostId(postId);
    const session = { account, call };
    try {
      const { body, broken } = await callGraph(
        api,
        { method: 'DELETE', path: `/${postId}`, effect: 'change' },
        session,
      );
      if (body['success'] !== true) throw broken();
      return 'deleted';
    } catch (error) {
      if (isMissing(error) && !(await isThere(api, postId, session))) return 'gone';
      throw error;
    }
  };
}

/** Reads whether the page still has a post: the network refuses a deletion with the same code for several reasons. */
async function isThere(api: GraphApi, postId: string, session: Session): Promise<boolean> {
  const request = { method: 'GET', path: `/${postId}`, query: { fields: 'id' }, effect: 'none' } as const;
  try {
    await callGraph(api, request, session);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
