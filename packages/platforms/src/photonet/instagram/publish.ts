import type { OutgoingPost, PlatformDriver, Published, PublishSession } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { lostAnswer } from '../../meta-graph/checkpoints.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { PlatformError } from '../../platform-error.ts';
import type { InstagramApi } from './api.ts';
import { readInstagramCheckpoint, saveInstagramCheckpoint } from './checkpoint.ts';
import { commentOn } from './comment.ts';
import { awaitContainer } from './containers/containers.ts';
import { prepareContainer } from './containers/prepare.ts';
import { requireWithinLimits } from './limits.ts';
import { readPermalink } from './permalink.ts';
import { requireQuota } from './quota.ts';
import { noteOf } from './settings/note.ts';

const LOST = 'the server stopped while it published this';

/**
 * Prepares a container, waits until it is ready, and publishes it with the one call that makes anything public.
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing
 */
export function createInstagramPublish(api: InstagramApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const session = { account, call };
    if (post.replyTo !== undefined) return commentOn(api, { postId: post.replyTo, comment: post }, session);
    const reached = readInstagramCheckpoint(call, post.media);
    const interrupted = reached?.stage === 'publishing' ? reached.container : null;
    const ready = interrupted === null ? null : await findUnpublished(api, interrupted, session);
    // A ready container is published even if the files have changed: its publishing call may still arrive.
    if (ready !== null) return publishContainer(api, { post, container: ready }, session);
    requireWithinLimits(api, post);
    await requireQuota(api, session);
    const known = interrupted === null && reached?.isSame ? reached : null;
    const container = await prepareContainer(api, { post, known }, session);
    return publishContainer(api, { post, container }, session);
  };
}

/** Finds a container that may have been published: returns it if it still can be, null if it never was. */
async function findUnpublished(api: InstagramApi, container: string, session: PublishSession): Promise<string | null> {
  try {
    const { code } = await awaitContainer(api, container, session);
    if (code === 'PUBLISHED') {
      throw lostAnswer('photonet', `${LOST}: the post is published, but Instagram does not say under which id`);
    }
    return code === 'FINISHED' ? container : null;
  } catch (error) {
    const isGone = error instanceof PlatformError && error.status !== null && error.kind === 'rejected';
    if (isGone || (error instanceof PlatformError && error.kind === 'not-found')) {
      throw lostAnswer('photonet', `${LOST}, and Instagram no longer knows what happened to it`);
    }
    throw error;
  }
}

async function publishContainer(
  api: InstagramApi,
  { post, container }: { readonly post: OutgoingPost; readonly container: string },
  session: PublishSession,
): Promise<Published> {
  const { account, call } = session;
  await saveInstagramCheckpoint(call, post.media, { stage: 'publishing', children: [], container });
  const path = `/${graphIdSegment('photonet', account.accountId)}/media_publish`;
  const request = { method: 'POST', path, json: { creation_id: container }, effect: 'change' } as const;
  const { body, broken } = await callGraph(api.graph, request, session);
  const id = asId(body['id'], GRAPH_ID);
  if (id === null) throw broken();
  const url = await readPermalink(api, id, session);
  const note = noteOf(api, post);
  return { platformPostId: id, url, ...(note !== undefined && { note }) };
}
