/** Exit codes of every command. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  someFailed: 3,
  notSignedIn: 4,
  creditsOrPlan: 5,
  rateLimited: 6,
  outcomeUnknown: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_CODE: Readonly<Record<string, ExitCode>> = {
  unauthorized: EXIT.notSignedIn,
  session_required: EXIT.notSignedIn,
  scope_missing: EXIT.notSignedIn,
  usage: EXIT.usage,
  not_connected: EXIT.notSignedIn,
  reconnect_required: EXIT.notSignedIn,
  insufficient_credits: EXIT.creditsOrPlan,
  paid_plan_required: EXIT.creditsOrPlan,
  credit_limit_reached: EXIT.creditsOrPlan,
  quota_exceeded: EXIT.creditsOrPlan,
  rate_limited: EXIT.rateLimited,
  network_rate_limited: EXIT.rateLimited,
  outcome_unknown: EXIT.outcomeUnknown,
  still_sending: EXIT.outcomeUnknown,
  profile_not_found: EXIT.usage,
  platform_unknown: EXIT.usage,
  idempotency_key_reused: EXIT.usage,
  no_free_slot: EXIT.usage,
  payload_too_large: EXIT.usage,
  unsupported_media_type: EXIT.usage,
  invalid_request: EXIT.usage,
  media_refused: EXIT.usage,
  access_denied: EXIT.failed,
  expired_token: EXIT.failed,
  invalid_grant: EXIT.failed,
};

/** The exit code for an error of the server: by its code, else by its HTTP status. */
export function exitCodeOf(code: string | undefined, status?: number): ExitCode {
  const known = code !== undefined && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known !== undefined) return known;
  if (status === 400) return EXIT.usage;
  if (status === 401) return EXIT.notSignedIn;
  if (status === 402) return EXIT.creditsOrPlan;
  if (status === 429) return EXIT.rateLimited;
  return EXIT.failed;
}
