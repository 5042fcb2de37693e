import type { ActionCapability } from '../../driver.ts';
import { undeletable } from '../../meanings.ts';
import { deleteNode, isGone } from '../../meta-graph/delete-node.ts';
import { type GraphApi, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { INVALID_PARAMETER } from '../../meta-graph/graph-rules.ts';
import { PlatformError } from '../../platform-error.ts';
import { commentIn } from './comment.ts';
import { GONE } from './counters.ts';

const MISSING = [...GONE, INVALID_PARAMETER];

/**
 * Deletes a comment; a post only for an account that signed in at Facebook, with the permission `instagram_manage_contents`, which
 * the usual sign-in does not ask for.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media
 */
export function createInstagramDeletion(
  graph: GraphApi,
  { isAtFacebook }: { readonly isAtFacebook: boolean },
): NonNullable<ActionCapability['deletePost']> {
  return async (id, account, call) => {
    const session = { account, call };
    const comment = commentIn(id);
    const postId = comment?.postId ?? graphIdSegment('photonet', id);
    const node = { id: postId, missing: MISSING, list: `${graphIdSegment('photonet', account.accountId)}/media` };
    if (comment) {
      const below = { id: comment.commentId, missing: MISSING, list: `${postId}/comments`, parent: node };
      return deleteNode(graph, below, session);
    }
    if (!isAtFacebook) throw impossible('only for accounts that signed in at Facebook');
    try {
      return await deleteNode(graph, node, session);
    } catch (error) {
      const isForbidden = error instanceof PlatformError && error.code === 'network_forbidden';
      if (!isForbidden) throw error;
      // An earlier deletion whose answer was lost may have been carried out before the permission was withdrawn.
      if (await isGone(graph, node, session)) return 'gone';
      throw impossible(MISSING_PERMISSION);
    }
  };
}

const MISSING_PERMISSION =
  'with the permission instagram_manage_contents, which this connection lacks; name it in SOCIAL_PHOTONET_SCOPES on the server and connect photonet again';

function impossible(condition: string): PlatformError {
  return new PlatformError(
    'photonet',
    undeletable(`delete it there: Instagram lets programs delete posts ${condition}`),
  );
}
