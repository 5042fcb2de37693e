import type { DriverOptions, NetworkDriver } from '../driver.ts';
import type { CentralDriver } from '../network.ts';
import { pictureOfAccount } from '../picture-of-account.ts';
import { deletePost } from './actions.ts';
import { createQuillpondOAuth } from './oauth.ts';
import { quillpondOwnPosts } from './own-posts.ts';
import { createQuillpondPublish } from './publish.ts';

/** Addresses of Quillpond. */
const QUILLPOND_DEFAULTS = {
  apiUrl: 'https://api.quillpond.example',
  oauthUrl: 'https://quillpond.example',
} as const;

/** Speaks Quillpond's API: notes with at most one picture. */
function createQuillpondDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl } = { ...QUILLPOND_DEFAULTS, ...options };
  const api = { apiUrl, oauthUrl };
  const oauth = createQuillpondOAuth(api, options);
  return {
    oauth,
    readPicture: pictureOfAccount(oauth),
    publish: createQuillpondPublish(api),
    ownPosts: quillpondOwnPosts(api),
    counters: { none: 'Quillpond counts nothing' },
    actions: { deletePost: deletePost(api) },
  };
}

export const network: CentralDriver = { ...QUILLPOND_DEFAULTS, create: createQuillpondDriver };
