import type { OutgoingPost, PlatformDriver, Published, PublishSession } from '../../driver.ts';
import { requireMedia } from '../../media-bytes.ts';
import { lostAnswer } from '../../meta-graph/checkpoints.ts';
import type { FacebookApi } from './api.ts';
import { readFacebookCheckpoint } from './checkpoint.ts';
import { commentOn } from './comment.ts';
import { publishInFeed } from './feed.ts';
import { publishPhotoStory } from './photo-story.ts';
import { checkSettings, requireFitting } from './settings.ts';
import { publishVideo, resumeVideo } from './video/video.ts';
import { awaitVideo } from './video/video-status.ts';

/** Publishes as a page. */
export function createFacebookPublish(api: FacebookApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const { replyTo: postId } = post;
    if (postId !== undefined) return commentOn(api, { postId, comment: post }, { account, call });
    return publish(api, post, { account, call });
  };
}

async function publish(api: FacebookApi, post: OutgoingPost, session: PublishSession): Promise<Published> {
  // Comes first: a post that may be published stays so, even if its files have changed.
  const reached = readFacebookCheckpoint(session.call, post.media);
  if (reached.stage === 'processing') return awaitVideo(api, reached.video, session);
  if (reached.stage === 'publishing') {
    const lost = lostAnswer('socialnet', 'the server stopped while it published this, so it may have been done');
    const published = reached.video && (await resumeVideo(api, post, { ...session, video: reached.video, lost }));
    if (published) return published;
    if (!reached.video) throw lost;
  }
  requireSendable(post);
  const uploading = { ...session, uploaded: reached.stage === 'uploading' ? reached.uploads : [] };
  if (post.media.some(({ kind }) => kind === 'video')) return publishVideo(api, post, uploading);
  return post.settings['type'] === 'story'
    ? publishPhotoStory(api, post, uploading)
    : publishInFeed(api, post, uploading);
}

function requireSendable(post: OutgoingPost): void {
  const { settings, media } = post;
  checkSettings({ settings, hasMedia: media.length > 0 });
  requireFitting(post);
  const { type } = settings;
  if (type === 'reel' || type === 'story')
    requireMedia({ platform: 'socialnet', network: 'facebook', settings }, media);
}
