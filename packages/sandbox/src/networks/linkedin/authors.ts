import { Refusal } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { accessDenied, invalidUrn } from './errors.ts';
import type { Session } from './session.ts';
import { type LinkedinState, organizationUrn, personUrn } from './state.ts';

/** Scopes that publish: as the member, and as an organization. */
export const publishingScopes = ['w_member_social', 'w_organization_social'] as const;

/** Scopes that comment: as the member, and as an organization. */
export const commentingScopes = ['w_member_social_feed', 'w_organization_social_feed'] as const;

/** What a call does, as permission errors name it, and its scopes: as the member, and as an organization. */
interface Authorship {
  readonly resource: string;
  /** Those that publish when left out. */
  readonly scopes?: readonly [ofMember: string, ofOrganization: string];
}

/** Finds the account of an author's URN: the member's own, or that of an organization for which the member may publish. */
export function requireAuthor(
  state: LinkedinState,
  { account, scopes }: Session,
  urn: string,
  { resource, scopes: needed = publishingScopes }: Authorship,
): Account {
  if (!/^urn:li:(person|organization):/.test(urn)) throw new Refusal(invalidUrn(urn, 'INVALID_URN_TYPE'));
  if (!/^urn:li:(person|organization):[A-Za-z0-9_-]+$/.test(urn)) throw new Refusal(invalidUrn(urn, 'INVALID_URN_ID'));
  const [ofMember, ofOrganization] = needed;
  if (urn === personUrn(account.id) && scopes.includes(ofMember)) return account;
  const organization = organizationsOf(state, account).find(({ id }) => urn === organizationUrn(id));
  if (organization && scopes.includes(ofOrganization)) return organization;
  throw new Refusal(accessDenied(`${resource} as another author`));
}

/** Returns true for an account that the member of a call publishes as. */
export function isOwn(state: LinkedinState, { account }: Session, accountId: string): boolean {
  return accountId === account.id || organizationsOf(state, account).some(({ id }) => id === accountId);
}

/** Lists the organizations that a member administers. */
export function organizationsOf({ world, administrators }: LinkedinState, member: Account): Account[] {
  return world.accounts.of('linkedin').filter(({ id }) => administrators.get(id)?.includes(member.id) === true);
}
