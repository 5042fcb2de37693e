/** What `PUT /_sandbox/settings` may change. */
export interface Settings {
  /** The authorize page redirects straight back. */
  autoApprove: boolean;
  /** Username that is authorized when nobody chooses. */
  authorizeAs: string;
  /** Lifetime of new access tokens; `null` means the network's own. */
  tokenLifetimeSeconds: number | null;
  /** Subscribers of the accounts, where a network has a rule about them. */
  subscribers: number;
  /** Enforces the networks' rate limits instead of only counting. */
  rateLimits: boolean;
  /** Refuses malformed little text instead of cutting it off silently. */
  strictText: boolean;
}

/** The settings of a fresh sandbox. */
export function defaultSettings(): Settings {
  return {
    autoApprove: false,
    authorizeAs: 'sandbox_owner',
    tokenLifetimeSeconds: null,
    subscribers: 1000,
    rateLimits: false,
    strictText: false,
  };
}
