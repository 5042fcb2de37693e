import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import { createYoutubeApi } from './api.ts';
import { createYoutubeOAuth } from './oauth.ts';
import { createYoutubePublish } from './publish.ts';

/** Speaks YouTube's Data API v3 for the video platform. */
export function createYoutubeDriver(options: DriverOptions): PlatformDriver {
  const api = createYoutubeApi(options);
  return {
    platform: 'video',
    network: 'youtube',
    oauth: createYoutubeOAuth(api, options),
    publish: createYoutubePublish(api),
    actions: {},
  };
}
