import type { Call, Reply, Route } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { organizationsOf } from './authors.ts';
import { coded } from './errors.ts';
import { protect } from './session.ts';
import { type LinkedinState, organizationUrn, personUrn } from './state.ts';

const readScopes = ['r_organization_admin', 'rw_organization_admin', 'r_organization_social', 'w_organization_social'];

/**
 * The organizations in which a member has a role.
 *
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/organizations/organization-access-control
 */
export function organizationRoutes(state: LinkedinState): readonly Route[] {
  return [
    protect(state, {
      method: 'GET',
      path: '/rest/organizationAcls',
      operation: 'identity',
      resource: 'organizationAcls.FINDER-roleAssignee',
      scopes: ['r_organization_admin', 'rw_organization_admin'],
      handle: (call, { account }) => listRoles(state, call, account),
    }),
    protect(state, {
      method: 'GET',
      path: '/rest/organizations',
      operation: 'identity',
      resource: 'organizations.BATCH_GET',
      scopes: readScopes,
      handle: (call, { account }) => readOrganizations(state, call, account),
    }),
  ];
}

function listRoles(state: LinkedinState, { query }: Call, member: Account): Reply {
  if (query.get('q') !== 'roleAssignee') return coded(400, 'ILLEGAL_ARGUMENT', 'The finder has to be roleAssignee');
  const role = query.get('role') ?? 'ADMINISTRATOR';
  const all = role === 'ADMINISTRATOR' ? organizationsOf(state, member) : [];
  const start = Number(query.get('start') ?? 0);
  const count = Number(query.get('count') ?? 10);
  const elements = all.slice(start, start + count).map(({ id }) => {
    return {
      ...{ role: 'ADMINISTRATOR', state: 'APPROVED' },
      ...{ organization: organizationUrn(id), roleAssignee: personUrn(member.id) },
    };
  });
  return { status: 200, json: { paging: { start, count, links: [] }, elements } };
}

function readOrganizations(state: LinkedinState, { query }: Call, member: Account): Reply {
  const [, list] = /^List\(([\d,]*)\)$/.exec(query.get('ids') ?? '') ?? [];
  if (list === undefined) return coded(400, 'ILLEGAL_ARGUMENT', 'The ids have to be a list of numbers');
  const asked = list.split(',');
  const found = organizationsOf(state, member).filter(({ id }) => asked.includes(id));
  const results = found.map(({ id, username, name }) => {
    const localized = { en_US: name };
    const names = { localizedName: name, name: { localized, preferredLocale: { country: 'US', language: 'en' } } };
    return [id, { id: Number(id), vanityName: username, ...names, primaryOrganizationType: 'NONE' }] as const;
  });
  return { status: 200, json: { results: Object.fromEntries(results), statuses: {}, errors: {} } };
}
