import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';
import type { SandboxAccess } from '../services/networks/reachable-platform.ts';

/** Settings and parts of a server that come from outside. */
export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Clock of the server; the host's clock by default. */
  readonly clock?: Clock;
  /** Sandbox that simulates the networks that are not configured. */
  readonly sandbox?: SandboxAccess | null;
  /** One-time token that the first sign-up must send; null when none is needed. */
  readonly setupToken?: string | null;
}
