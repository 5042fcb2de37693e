import type { Meaning } from '../meanings.ts';

/** A network's refusal, parsed by its driver. */
export interface Problem {
  readonly status: number;
  /** The network's own error code or problem type. */
  readonly upstreamCode: string | null;
  /** The network's own words; untrusted. */
  readonly detail: string | null;
}

/** One row of a driver's error table. Every given condition must hold; the first row that matches decides. */
export interface ErrorRule extends Meaning {
  readonly status?: number;
  readonly upstreamCode?: string;
  /** Only for a case without a separate code. */
  readonly detail?: RegExp;
  /** Adds the network's own words to the message. */
  readonly isQuoted?: true;
  /** Milliseconds to wait where the network's headers do not say. */
  readonly waitMs?: (now: number) => number;
}

/** Returns the first row of a driver's table that matches a refusal; undefined without a match. */
export function findRule(rules: readonly ErrorRule[], problem: Problem): ErrorRule | undefined {
  return rules.find(
    (rule) =>
      (rule.status === undefined || rule.status === problem.status) &&
      (rule.upstreamCode === undefined || rule.upstreamCode === problem.upstreamCode) &&
      (rule.detail === undefined || rule.detail.test(problem.detail ?? '')),
  );
}

/** One rule for each of several codes that mean the same. */
export function rulesFor(upstreamCodes: readonly string[], meaning: Omit<ErrorRule, 'upstreamCode'>): ErrorRule[] {
  return upstreamCodes.map((upstreamCode) => ({ upstreamCode, ...meaning }));
}
