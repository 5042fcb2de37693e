import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import type { CentralDriver } from '../../network.ts';
import { pictureOfAccount } from '../../picture-of-account.ts';
import type { YoutubeApi } from './api.ts';
import { createYoutubeCounters } from './counters.ts';
import { createYoutubeDeletion } from './deletion.ts';
import { createYoutubeOAuth } from './oauth.ts';
import { youtubeOwnPosts } from './own-posts.ts';
import { createYoutubePublish } from './publish.ts';
import { checkVideo } from './upload/metadata.ts';

/** Addresses of the API and the sign-in pages. @see https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps */
const YOUTUBE_DEFAULTS = {
  apiUrl: 'https://www.googleapis.com',
  oauthUrl: 'https://accounts.google.com',
} as const;

const REPEATABLE_MS = 10 * 60_000;

/** Speaks YouTube's Data API v3 for the video platform. */
function createYoutubeDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl } = { ...YOUTUBE_DEFAULTS, ...options };
  const isReal = oauthUrl === YOUTUBE_DEFAULTS.oauthUrl;
  const tokenUrl = isReal ? 'https://oauth2.googleapis.com' : oauthUrl;
  const siteUrl = isReal ? 'https://www.youtube.com' : oauthUrl;
  const api: YoutubeApi = { apiUrl, oauthUrl, tokenUrl, siteUrl };
  const oauth = createYoutubeOAuth(api, options);
  return {
    oauth,
    readPicture: pictureOfAccount(oauth),
    publish: createYoutubePublish(api),
    ownPosts: youtubeOwnPosts(api),
    // A session takes each byte once, and makes one video. It lasts a week, but its user looks at the channel before.
    repeatableUntil: ({ sentAt, checkpoint }) => checkpoint && new Date(sentAt.getTime() + REPEATABLE_MS),
    counters: createYoutubeCounters(api),
    actions: { deletePost: createYoutubeDeletion(api) },
  };
}

export const network: CentralDriver = {
  ...YOUTUBE_DEFAULTS,
  check: checkVideo,
  create: createYoutubeDriver,
};
