import { type ErrorCode, platformFacts, platformOf, type Target } from '@social/types';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import { isPaid, type Plan } from '../credits/plans.ts';
import type { MeantAccount } from './account-names.ts';

/** Reason why a platform is not tried. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A connection that may be used, or the reason why the platform is not tried. */
export type Access =
  | { readonly connection: ConnectionRow; readonly refusal: null }
  | { readonly connection: ConnectionRow | null; readonly refusal: Refusal };

/**
 * Checks that the plan includes the platform and that the connection of the target works.
 * @param others accounts of the platform that could be the default one
 * @param plan null when the plan was checked before
 */
export function accessTo(
  target: Target,
  { connection, others = [], gone, sameAs }: Partial<MeantAccount> & Pick<MeantAccount, 'connection'>,
  plan: Plan | null,
): Access {
  const platform = platformOf(target);
  const refuse = (code: ErrorCode, message: string): Access => ({ connection, refusal: { code, message } });
  if (plan && platformFacts(platform).paidPlan && !isPaid(plan)) {
    return refuse('paid_plan_required', `${platform} needs a paid plan; this workspace is on ${plan.label}`);
  }
  if (sameAs !== undefined) {
    return refuse('invalid_request', `it is the same account as ${sameAs}; leave one of the two out`);
  }
  if (gone !== undefined) {
    const fix = `connect it again with: social connect ${platform}`;
    return refuse('not_connected', `${gone}, the account of this post, is not connected to this profile; ${fix}`);
  }
  if (!connection && others.length > 0) {
    const fix = `choose one of ${others.join(', ')}, or make one of them the default`;
    return refuse('not_connected', `the default account of ${target} is not connected to this profile; ${fix}`);
  }
  if (!connection) {
    const fix = `connect it with: social connect ${platform}`;
    return refuse('not_connected', `${target} is not connected to this profile; ${fix}`);
  }
  if (connection.state === 'needs_reconnect') {
    const fix = `connect it again with: social connect ${platform}`;
    return refuse('reconnect_required', `${target} no longer accepts the connection; ${fix}`);
  }
  return { connection, refusal: null };
}
