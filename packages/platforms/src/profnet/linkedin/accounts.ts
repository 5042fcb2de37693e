import type { AccountOption, TokenSession } from '../../driver.ts';
import { asId, asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { type NetworkAnswer, sendWithToken } from '../../http/network-client.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { forbidden } from '../../meanings.ts';
import { ignore, PlatformError } from '../../platform-error.ts';
import { callLinkedin, type LinkedinApi } from './api.ts';
import { linkedinDialect } from './errors.ts';

const MEMBER_ID = /^[A-Za-z0-9_-]{1,64}$/;
const ORGANIZATION_URN = /^urn:li:organization:(\d{1,20})$/;
const VANITY_NAME = /^[\p{L}\p{N}_.-]{1,100}$/u;
/** The permission to publish as an organization. */
const AS_ORGANIZATION = 'w_organization_social';
/** Roles whose members may publish. @see https://learn.microsoft.com/linkedin/marketing/community-management/organizations/organization-access-control */
const PUBLISHERS: readonly string[] = [
  'ADMINISTRATOR',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
];
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Lists the member, and the organizations that the member may publish as where the sign-in asked for that permission. */
export async function listAccounts(
  api: LinkedinApi,
  scopes: readonly string[],
  session: TokenSession,
): Promise<AccountOption[]> {
  const organizations = scopes.includes(AS_ORGANIZATION) ? await listOrganizations(api, session) : [];
  // Apps for organizations cannot have the product that names the member.
  if (scopes.includes('openid')) return [await readMember(api, session), ...organizations];
  if (organizations.length > 0) return organizations;
  const message = 'LinkedIn has no page that this account may publish as; ask an administrator of the page for a role';
  throw new PlatformError('profnet', forbidden(message));
}

/** @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
async function readMember({ apiUrl }: LinkedinApi, session: TokenSession): Promise<AccountOption> {
  const request = { method: 'GET', url: new URL(`${apiUrl}/v2/userinfo`), effect: 'none' } as const;
  const { body, broken } = await sendWithToken(linkedinDialect, request, session);
  const accountId = asId(body?.['sub'], MEMBER_ID);
  if (!body || accountId === null) throw broken();
  const name = cleanName(body['name']) ?? accountId;
  const about = { description: 'Personal profile', type: 'personal', picture: cleanPicture(body['picture']) } as const;
  return { accountId, name, ...about, username: null, accountUrn: `urn:li:person:${accountId}` };
}

/** Lists the pages of organizations; none for a member who did not grant to see them. */
async function listOrganizations(api: LinkedinApi, session: TokenSession): Promise<AccountOption[]> {
  const ids = await listRoles(api, session).catch(ignore(({ status }) => status === 403));
  if (!ids || ids.length === 0) return [];
  const results = await readOrganizations(api, ids, session);
  return ids.map((id) => presentOrganization(id, asRecord(results?.[id])));
}

/** Reads organizations by their ids. @returns those that the token may read; null for one that may read none */
export async function readOrganizations(
  api: LinkedinApi,
  ids: readonly string[],
  session: TokenSession,
): Promise<JsonObject | null> {
  const path = `/rest/organizations?ids=List(${ids.join(',')})`;
  const reading = callLinkedin(api, { method: 'GET', path, effect: 'none' }, session);
  // Apps in the tier for development may not read several at once: their pages have numbers in place of names.
  const answer = await reading.catch(ignore(({ status }) => status === 403));
  const results = asRecord(answer?.body?.['results']);
  if (answer && !results) throw answer.broken();
  return results;
}

/** Lists the ids of the organizations in which the member has a role that may publish. */
async function listRoles(api: LinkedinApi, session: TokenSession): Promise<string[]> {
  const ids = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = `q=roleAssignee&state=APPROVED&start=${page * PAGE_SIZE}&count=${PAGE_SIZE}`;
    const request = { method: 'GET', path: `/rest/organizationAcls?${query}`, effect: 'none' } as const;
    const roles = elementsOf(await callLinkedin(api, request, session));
    for (const role of roles) {
      const urn = asString(role?.['organization']) ?? asString(role?.['organizationTarget']);
      const [, id] = ORGANIZATION_URN.exec(urn ?? '') ?? [];
      if (id !== undefined && PUBLISHERS.includes(String(role?.['role']))) ids.add(id);
    }
    if (roles.length < PAGE_SIZE) break;
  }
  return [...ids].slice(0, PAGE_SIZE);
}

function elementsOf({ body, broken }: NetworkAnswer): (JsonObject | null)[] {
  const elements = body?.['elements'];
  if (!Array.isArray(elements)) throw broken();
  return elements.map(asRecord);
}

function presentOrganization(id: string, found: JsonObject | null): AccountOption {
  const urn = `urn:li:organization:${id}`;
  const vanityName = asString(found?.['vanityName']) ?? '';
  const about = { description: 'Page', type: 'organization', picture: null, accountUrn: urn } as const;
  const username = VANITY_NAME.test(vanityName) ? vanityName : null;
  // The number alone could be the id of a member.
  return { accountId: urn, name: cleanName(found?.['localizedName']) ?? urn, ...about, username };
}
