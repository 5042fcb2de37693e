/** What the sandbox's faults can be attached to. */
export type Operation =
  | 'publish'
  | 'delete'
  | 'action'
  | 'upload'
  | 'authorize'
  | 'token'
  | 'refresh'
  | 'revoke'
  | 'identity'
  | 'read';

/** How the sandbox can make a call fail. */
export type FaultKind =
  | 'rate-limit'
  | 'server-error'
  | 'timeout'
  | 'drop'
  | 'accept-then-hang'
  | 'accept-then-half'
  | 'accept-then-drop'
  | 'accept-then-error'
  | 'no-id'
  | 'huge'
  | 'drip'
  | 'slow'
  | 'garbage'
  | 'invalid-grant'
  | 'unauthorized'
  | 'expired-token'
  | 'revoked-token'
  | 'version-sunset'
  | 'credits-depleted'
  | 'forbidden';
