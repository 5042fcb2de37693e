import type { PlatformDriver } from '../../driver.ts';
import { lostAnswer } from '../../meta-graph/checkpoints.ts';
import type { FacebookApi } from './api.ts';
import { readFacebookCheckpoint } from './checkpoint.ts';
import { publishInFeed } from './feed.ts';
import { checkSettings } from './settings.ts';
import { publishVideo, resumeVideo } from './video/video.ts';
import { awaitVideo } from './video/video-status.ts';

/** Publishes as a page. */
export function createFacebookPublish(api: FacebookApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    // Comes first: a post that may be published stays so, even if its files have changed.
    const reached = readFacebookCheckpoint(call, post.media);
    const session = { account, call };
    if (reached.stage === 'processing') return awaitVideo(api, reached.videoId, session);
    if (reached.stage === 'publishing') {
      const lost = lostAnswer('socialnet', 'the server stopped while it published this, so it may have been done');
      const published = reached.video && (await resumeVideo(api, post, { ...session, video: reached.video, lost }));
      if (published) return published;
      if (!reached.video) throw lost;
    }
    checkSettings({ settings: post.settings, hasMedia: post.media.length > 0 });
    const uploaded = reached.stage === 'uploading' ? reached.uploads : [];
    const isVideo = post.media.some(({ kind }) => kind === 'video');
    return isVideo
      ? publishVideo(api, post, { ...session, uploaded })
      : publishInFeed(api, post, { ...session, uploaded });
  };
}
