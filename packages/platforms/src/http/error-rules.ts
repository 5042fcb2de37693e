import type { ErrorCode } from '@social/types';
import type { PlatformErrorKind } from '../platform-error.ts';

/** A network's refusal, taken apart by its driver. */
export interface Problem {
  readonly status: number;
  /** The network's own error code or problem type. */
  readonly upstreamCode: string | null;
  /** The network's own words; untrusted. */
  readonly detail: string | null;
}

/** One row of a driver's error table. Every given condition must hold; the first row that matches decides. */
export interface ErrorRule {
  readonly status?: number;
  readonly upstreamCode?: string;
  /** Only where the network gives the case no code of its own. */
  readonly detail?: RegExp;
  readonly kind: PlatformErrorKind;
  readonly code: ErrorCode;
  readonly message: string;
  /** Adds the network's own words to the message. */
  readonly isQuoted?: true;
  /** Milliseconds to wait where the network's headers do not say. */
  readonly waitMs?: (now: number) => number;
}

export function findRule(rules: readonly ErrorRule[], problem: Problem): ErrorRule | undefined {
  return rules.find(
    (rule) =>
      (rule.status === undefined || rule.status === problem.status) &&
      (rule.upstreamCode === undefined || rule.upstreamCode === problem.upstreamCode) &&
      (rule.detail === undefined || rule.detail.test(problem.detail ?? '')),
  );
}
