import type { ActionCapability, Session } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { callGraph, type GraphApi } from '../../meta-graph/graph-call.ts';
import { PlatformError } from '../../platform-error.ts';

/** A post of a page, or a video. */
const POST_ID = /^\d{1,30}(?:_\d{1,30})?$/;
/** The code of an object that does not exist, and of other wrong parameters. */
const INVALID_PARAMETER = '100';

/** Deletes a post of the page. @see https://developers.facebook.com/docs/pages-api/posts#delete-a-post */
export function createFacebookDeletion(api: GraphApi): ActionCapability['deletePost'] {
  return async (postId, account, call) => {
    if (!POST_ID.test(postId)) throw invalidId();
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
      if (isInvalid(error) && !(await isThere(api, postId, session))) return 'gone';
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
    if (isInvalid(error)) return false;
    throw error;
  }
}

function isInvalid(error: unknown): boolean {
  return error instanceof PlatformError && error.upstreamCode === INVALID_PARAMETER;
}

function invalidId(): PlatformError {
  return new PlatformError('socialnet', invalid('ids of this network are numbers, or two joined by _; check the id'));
}
