/** Settings of every network. */
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
