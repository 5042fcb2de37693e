import type { PlatformId } from '@social/types';
import { createBlueskyDriver } from './bluesky/driver.ts';
import { findBlueskyServer } from './bluesky/identity/find-server.ts';
import { BLUESKY_APP } from './bluesky/oauth/client.ts';
import { readLanguages } from './bluesky/post/settings.ts';
import { createDiscordDriver, DISCORD_DEFAULTS } from './chatbot/discord/driver.ts';
import { createTelegramDriver, TELEGRAM_DEFAULTS } from './chatbot/telegram/driver.ts';
import type { CheckedPost, DriverOptions, FoundServer, NamedServer, PlatformDriver } from './driver.ts';
import type { ServerSearch } from './http/server-host.ts';
import { createMastodonDriver } from './mastodon/driver.ts';
import { findMastodonServer } from './mastodon/find-server.ts';
import { checkSettings } from './mastodon/settings.ts';
import { createXDriver, X_DEFAULTS } from './microblog/x/driver.ts';
import type { OwnApp } from './own-app.ts';
import {
  createInstagramDriver,
  createInstagramFacebookDriver,
  INSTAGRAM_DEFAULTS,
  INSTAGRAM_FACEBOOK_DEFAULTS,
} from './photonet/instagram/driver.ts';
import { requireCaption } from './photonet/instagram/limits.ts';
import { PlatformError } from './platform-error.ts';
import { createLinkedinDriver, LINKEDIN_DEFAULTS } from './profnet/linkedin/driver.ts';
import { checkPrivacy } from './shortvideo/tiktok/account/creator.ts';
import { createTiktokDriver, TIKTOK_DEFAULTS } from './shortvideo/tiktok/driver.ts';
import { createFacebookDriver, FACEBOOK_DEFAULTS } from './socialnet/facebook/driver.ts';
import { createYoutubeDriver, YOUTUBE_DEFAULTS } from './video/youtube/driver.ts';
import { checkVideo } from './video/youtube/upload/metadata.ts';

interface Network {
  readonly platform: PlatformId;
  /** Lower case, as in `SOCIAL_<PLATFORM>_NETWORK`. */
  readonly network: string;
  /** Fields of a post's `meta` that the driver reads; any other one is refused before anything is sent. */
  readonly metaFields?: readonly string[];
  /**
   * Checks text and settings as `publish` does before its first request. Asks nobody. @throws PlatformError with the first reason why
   * the network would refuse them
   */
  check?(post: CheckedPost): void;
  /** Path below a sandbox's address that serves as both bases. */
  readonly sandboxPath: string;
  create(options: DriverOptions): PlatformDriver;
}

/** A network at one address. Addresses are bases without a trailing slash, of the real network. */
export interface CentralNetwork extends Network {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  /** Default of the API's version, where it has dated versions. */
  readonly apiVersion?: string;
  /** Users paste their own credential: no app has to be registered, and no client id is needed. */
  readonly isWithoutApp?: true;
  /** Another app knows an account by another id. */
  readonly idsAreOfApp?: true;
}

/** A network of which anybody may run a server. A driver speaks to one server, whose address is its `apiUrl`. */
export interface OpenNetwork extends Network {
  /** Finds the server of what a user has named. @throws PlatformError that says what to name instead */
  findServer(named: NamedServer, search: ServerSearch): Promise<FoundServer>;
  /** The id of an account is the same at every server, so that an account can move; others mean something at one server alone. */
  readonly idsAreGlobal?: true;
  /** The one app for all servers, for networks whose servers register none. */
  readonly ownApp?: OwnApp;
}

export type NetworkRegistration = CentralNetwork | OpenNetwork;

/** Returns true for a network of which anybody may run a server. */
export function isOpen(network: NetworkRegistration): network is OpenNetwork {
  return 'findServer' in network;
}

/** Every network this package speaks to. The first of a platform is its default. */
export const NETWORKS: readonly NetworkRegistration[] = [
  { platform: 'microblog', network: 'x', ...X_DEFAULTS, sandboxPath: '/x', create: createXDriver },
  {
    platform: 'profnet',
    network: 'linkedin',
    ...LINKEDIN_DEFAULTS,
    idsAreOfApp: true,
    sandboxPath: '/linkedin',
    create: createLinkedinDriver,
  },
  {
    platform: 'video',
    network: 'youtube',
    ...YOUTUBE_DEFAULTS,
    metaFields: ['title', 'tags', 'categoryId', 'privacyStatus'],
    check: checkVideo,
    sandboxPath: '/youtube',
    create: createYoutubeDriver,
  },
  {
    platform: 'shortvideo',
    network: 'tiktok',
    ...TIKTOK_DEFAULTS,
    idsAreOfApp: true,
    metaFields: ['privacyLevel', 'pull'],
    check: checkPrivacy,
    sandboxPath: '/tiktok',
    create: createTiktokDriver,
  },
  {
    platform: 'socialnet',
    network: 'facebook',
    ...FACEBOOK_DEFAULTS,
    sandboxPath: '/facebook',
    create: createFacebookDriver,
  },
  {
    platform: 'photonet',
    network: 'instagram',
    ...INSTAGRAM_DEFAULTS,
    check: requireCaption,
    sandboxPath: '/instagram',
    create: createInstagramDriver,
  },
  {
    platform: 'photonet',
    network: 'instagram-facebook',
    ...INSTAGRAM_FACEBOOK_DEFAULTS,
    check: requireCaption,
    sandboxPath: '/facebook',
    create: createInstagramFacebookDriver,
  },
  {
    platform: 'chatbot',
    network: 'telegram',
    ...TELEGRAM_DEFAULTS,
    isWithoutApp: true,
    sandboxPath: '/telegram',
    create: createTelegramDriver,
  },
  {
    platform: 'chatbot',
    network: 'discord',
    ...DISCORD_DEFAULTS,
    isWithoutApp: true,
    sandboxPath: '/discord',
    create: createDiscordDriver,
  },
  {
    platform: 'bluesky',
    network: 'bluesky',
    metaFields: ['langs'],
    check: readLanguages,
    sandboxPath: '/bluesky',
    findServer: findBlueskyServer,
    idsAreGlobal: true,
    ownApp: BLUESKY_APP,
    create: createBlueskyDriver,
  },
  {
    platform: 'mastodon',
    network: 'mastodon',
    metaFields: ['visibility', 'spoilerText', 'sensitive', 'language'],
    check: checkSettings,
    sandboxPath: '/mastodon',
    findServer: findMastodonServer,
    create: createMastodonDriver,
  },
];

/** Finds the registration of a platform's network, by default the first one; undefined for an unknown network. */
export function findNetwork(platform: PlatformId, network?: string): NetworkRegistration | undefined {
  return NETWORKS.find((entry) => entry.platform === platform && (network === undefined || entry.network === network));
}

/** Finds the first reason why a network would refuse text and settings of a post, without asking it; null for none. */
export function contentProblem(
  { platform, network }: { readonly platform: PlatformId; readonly network: string },
  post: CheckedPost,
): PlatformError | null {
  try {
    findNetwork(platform, network)?.check?.(post);
    return null;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

/** The fields of a post's `meta` that some network of the platform takes. */
export function metaFieldsOf(platform: PlatformId): readonly string[] {
  return NETWORKS.flatMap((entry) => (entry.platform === platform ? (entry.metaFields ?? []) : []));
}
