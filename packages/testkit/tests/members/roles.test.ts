import { randomUUID } from 'node:crypto';
import { type ApiAnswer, type Browserless, useStack } from '@social/testkit';
import { OPERATIONS, ROLES, type Scope } from '@social/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson, type Role } from './people.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });

interface Rule {
  readonly method: string;
  readonly path: string;
  readonly auth: string;
  readonly scopes?: readonly Scope[];
  readonly scopesWhen?: Readonly<Record<string, readonly Scope[]>>;
  readonly role?: Role;
}

/** Scopes of a person with a role. Written down a second time, so that a change of the server is seen here. */
const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['read', 'draft', 'publish', 'actions', 'admin'],
  editor: ['read', 'draft', 'publish', 'actions', 'admin'],
  writer: ['read', 'draft'],
};
/** Operations that are for owners. Written down a second time, so that one that is added is thought of. */
const OF_OWNERS = [
  ...['listKeys', 'createKey', 'revokeKey', 'describeDeviceCode', 'approveDeviceCode', 'createCommandCode'],
  ...['updateMailSettings', 'sendMailConfirmation'],
  ...['listMembers', 'createInvitation', 'revokeInvitation', 'updateMember', 'removeMember', 'deleteWorkspace'],
];
/** Operations of a session that every member may call: they are about the account itself, or do no harm. */
const OF_EVERY_MEMBER = [
  ...['getAccount', 'changePassword', 'getMailSettings', 'listSessions', 'revokeOtherSessions', 'revokeSession'],
  ...['leaveWorkspace', 'denyDeviceCode', 'denyCommandCode'],
];
/** Ends the account of the caller, or never ends. */
const NOT_CALLED = ['leaveWorkspace', 'revokeOtherSessions', 'changePassword', 'streamEvents'];
const BODIES: Readonly<Record<string, object>> = { createPost: { text: 'never sent', platforms: ['video'] } };

const RULES = Object.entries(OPERATIONS as Readonly<Record<string, Rule>>).map(([id, rule]) => ({ id, ...rule }));
const OF_SESSIONS = RULES.filter(
  ({ id, auth, scopes }) =>
    !NOT_CALLED.includes(id) && (['workspace', 'session'].includes(auth) || (auth === 'none' && scopes !== undefined)),
);

let people: Map<Role, Browserless>;
beforeAll(async () => {
  const made = ROLES.map(async (role) => [role, (await addPerson(stack.url, workspace, role)).browser] as const);
  people = new Map(await Promise.all(made));
});

function call(
  role: Role,
  { id, method, path }: { id: string; method: string; path: string },
  more = '',
): Promise<ApiAnswer> {
  const address = path.replace(/\{\w+\}/g, (name) => (name === '{platform}' ? 'profnet' : randomUUID()));
  const body = method === 'GET' ? {} : { body: BODIES[id] ?? {} };
  return (people.get(role) as Browserless).visit(method, `${address}${more}`, body);
}

const refusalOf = ({ status, body }: ApiAnswer): string =>
  status === 403 && ['scope_missing', 'forbidden'].includes(body.code) ? body.code : 'let through';

describe.each(ROLES)('a signed-in %s', (role) => {
  test.each(OF_SESSIONS)('is let through to $id only where the contract names it', async (rule) => {
    const { id, scopes, scopesWhen = {}, role: needed } = rule;
    const has = (enough: readonly Scope[] = []) => enough.some((scope) => SCOPES_OF[role].includes(scope));
    const expected = () => {
      if (needed !== undefined && needed !== role) return 'forbidden';
      return scopes === undefined || has(scopes) ? 'let through' : 'scope_missing';
    };
    const answer = await call(role, rule);
    expect([id, refusalOf(answer)]).toEqual([id, expected()]);
    if (refusalOf(answer) !== 'let through') {
      expect(answer.body.error).toContain(`Your role here is ${role}`);
      expect(answer.body.error).not.toContain('API key');
    }
    for (const [condition, enough] of Object.entries(scopesWhen)) {
      const code = refusalOf(await call(role, rule, `?${condition}=true`));
      expect([id, condition, code]).toEqual([id, condition, has(enough) ? 'let through' : expected()]);
    }
  });
});

test('what is for owners, and what every member may do, is what it was', () => {
  expect(
    RULES.filter(({ role }) => role !== undefined)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...OF_OWNERS].sort());
  const free = RULES.filter(({ auth, scopes, role }) => auth === 'session' && !scopes && !role).map(({ id }) => id);
  expect(free.sort()).toEqual([...OF_EVERY_MEMBER].sort());
});

describe('a writer connects no account', () => {
  const writer = () => people.get('writer') as Browserless;
  const address = '/api/auth/profnet';

  test('with its session from the beginning', async () => {
    const { status, body } = await writer().visit('GET', address);
    expect([status, body.code, body.details.role]).toEqual([403, 'scope_missing', 'writer']);
  });

  test('by beginning without a session, and coming back with one', async () => {
    const browser = stack.browser();
    const start = await browser.visit('GET', address);
    const consent = await browser.visit('GET', start.headers.get('location') ?? '');
    for (const [name, value] of writer().cookies) browser.cookies.set(name, value);
    const back = await browser.visit('GET', consent.headers.get('location') ?? '');
    expect([back.status, back.body.code]).toEqual([403, 'scope_missing']);
  });

  test('by signing in for the last step only', async () => {
    const browser = stack.browser();
    await browser.authorize('profnet');
    const { body } = await browser.visit('GET', '/api/connect/profnet/options');
    for (const [name, value] of writer().cookies) browser.cookies.set(name, value);
    expect(await browser.visit('GET', '/api/connect/profnet/options')).toMatchObject({ status: 403 });
    const call = { body: { option: body.options[0] } };
    expect(await browser.visit('POST', '/api/connect/profnet/confirm', call)).toMatchObject({ status: 403 });
  });

  test('but an editor does', async () => {
    const editor = people.get('editor') as Browserless;
    expect(await editor.connect('profnet')).toMatchObject({ status: 201 });
  });
});

test('roles mean nothing for keys', async () => {
  const { rawKey: key } = (await workspace.api('POST', '/api/keys', { body: { name: 'Admin', scopes: ['admin'] } }))
    .body;
  expect(await workspace.api('GET', '/api/members', { key })).toMatchObject({ status: 200 });
  expect(await workspace.api('GET', '/api/keys', { key })).toMatchObject({ status: 200 });
});
