import type { Schema, SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import { isPassing } from '../../failure.ts';
import { showChanging } from '../../server/send.ts';
import { progressBar } from '../../terminal/progress-bar.ts';
import type { Post } from '../post.ts';

const POLL_EVERY_MS = 1_000;
/** Longer than any network takes to prepare a file; later, `social post show` shows the result. */
const WAIT_MS = 60 * 60_000;
/** Longer than a server takes to restart. */
const AWAY_MS = 2 * 60_000;

/**
 * Waits until every platform has its result; the server answers a call before a long upload has ended. Returns the post as it
 * is after Ctrl-C, and when the server stays away: the server has the post and continues.
 */
export async function awaitResults(context: Context, client: SocialClient, sent: Post): Promise<Post> {
  const { io } = context;
  const deadline = io.now().getTime() + WAIT_MS;
  let post = sent;
  if (post.id === null || !isOnItsWay(post)) return post;
  const id = post.id;
  let answeredAt = io.now().getTime();
  const isAway = () => io.now().getTime() - answeredAt >= AWAY_MS;
  await showChanging(context, describe(post), async (show) => {
    while (isOnItsWay(post) && io.now().getTime() < deadline && !isAway()) {
      await io.sleep(POLL_EVERY_MS);
      try {
        post = await client.posts.getPost({ id }, { signal: io.signal });
        answeredAt = io.now().getTime();
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
      show(describe(post));
    }
  }).catch((error: unknown) => {
    if (!io.signal.aborted) throw error;
  });
  return post;
}

function isOnItsWay({ platformResults }: Post): boolean {
  return Object.values(platformResults).some(({ state }) => state === 'sending');
}

function describe({ platformResults }: Post): string {
  const waiting = Object.entries(platformResults).filter(([, { state }]) => state === 'sending');
  return waiting.map(([platform, { progress }]) => (progress ? barOf(platform, progress) : platform)).join(', ');
}

/** The progress of a platform, in words or as a bar. */
export function barOf(platform: string, { stage, doneBytes, totalBytes }: Schema<'PublishProgress'>): string {
  if (stage === 'processing') return `${platform} is preparing the file`;
  return `${platform} ${progressBar(doneBytes, totalBytes)}`;
}
