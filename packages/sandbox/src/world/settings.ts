import { type BlueskySettings, defaultBlueskySettings } from './bluesky-settings.ts';
import { defaultMastodonSettings, type MastodonSettings } from './mastodon-settings.ts';

/** Settings that `PUT /_sandbox/settings` changes. */
export interface Settings {
  /** Makes authorize pages redirect back at once. */
  autoApprove: boolean;
  /** Username of the account that automatic approval signs in. */
  authorizeAs: string;
  /** Lifetime of new access tokens; `null` means the network's own. */
  tokenLifetimeSeconds: number | null;
  /** Number of each account's subscribers, for networks that have a rule about it. */
  subscribers: number;
  /** Enforces the networks' rate limits instead of only counting. */
  rateLimits: boolean;
  /** Refuses malformed little text instead of cutting it off silently. */
  strictText: boolean;
  /** The simulated Mastodon instance. */
  mastodon: MastodonSettings;
  /** The simulated Bluesky. */
  bluesky: BlueskySettings;
}

/** Changes of settings; of `mastodon` and `bluesky`, too, only the given members change. */
export type SettingsChanges = Readonly<Partial<Omit<Settings, 'mastodon' | 'bluesky'>>> & {
  readonly mastodon?: Readonly<Partial<MastodonSettings>>;
  readonly bluesky?: Readonly<Partial<BlueskySettings>>;
};

/** The settings of a fresh sandbox. */
export function defaultSettings(): Settings {
  return {
    autoApprove: false,
    authorizeAs: 'sandbox_owner',
    tokenLifetimeSeconds: null,
    subscribers: 1000,
    rateLimits: false,
    strictText: false,
    mastodon: defaultMastodonSettings(),
    bluesky: defaultBlueskySettings(),
  };
}
