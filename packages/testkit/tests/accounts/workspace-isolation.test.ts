import {
  type Api,
  type ApiAnswer,
  readEffects,
  uniqueText,
  useResource,
  useStack,
  type Workspace,
} from '@social/testkit';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { addPerson, invite } from '../members/people.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { $ref?: string; properties?: object } } };
  };
}

const RANDOM = '00000000-0000-4000-8000-000000000000';
/** Nothing listens there. */
const RECEIVER = { url: 'http://127.0.0.1:9/', kinds: ['credits.low'] };
const SCHEDULED_FOR = '2099-01-01T00:00:00Z';
/** The other fields of each call, so that only the id can be wrong. */
const BODIES: Readonly<Record<string, object>> = {
  changeAccount: { isDefault: true },
  updatePost: { scheduledFor: SCHEDULED_FOR },
  resolvePost: { platform: 'profnet', published: false },
  updateProfile: { name: 'Taken over' },
  setSlotTimes: { timeZone: 'Asia/Tokyo', times: [{ weekday: 'monday', time: '09:00' }] },
  updateWebhookEndpoint: { status: 'disabled' },
  rotateWebhookSecret: {},
  createPost: { text: 'Foreign', platforms: ['profnet'] },
  checkPosts: { posts: [{ text: 'Foreign', platforms: ['profnet'] }] },
  createDraft: { text: 'Foreign', platforms: ['profnet'] },
  updateDraft: { text: 'Taken over' },
  updateMember: { role: 'editor' },
  approveDraft: { ifUpdatedAt: SCHEDULED_FOR },
  receiveContent: { body: 'Foreign' },
  likePost: { mpost_id: '1' },
  unlikePost: { mpost_id: '1' },
  followUser: { target_user_id: '1' },
  unfollowUser: { target_user_id: '1' },
  bookmarkPost: { mpost_id: '1' },
  removeBookmark: { mpost_id: '1' },
  sendDirectMessage: { recipient_id: '1', text: 'Foreign' },
  deleteMicroblogPost: { mpost_id: '1' },
  setReplyHidden: { mpost_id: '1' },
  deleteProfnetPost: { post_urn: 'urn:li:share:1' },
  resharePost: { post_urn: 'urn:li:share:1' },
};
const QUERIES: Readonly<Record<string, string>> = { findUser: 'username=sandbox_friend' };

interface Target {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Kind of the id, and its place in the request. */
  readonly id: 'post' | 'profile' | 'key' | 'slug' | 'endpoint' | 'draft' | 'member' | 'invitation';
  readonly place: 'path' | 'query' | 'body';
}

function resolve<Node extends { $ref?: string }>(node: Node): Node {
  if (!node.$ref) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], openapi) as Node;
}

const KINDS: Readonly<Record<string, Target['id']>> = {
  id: 'post',
  profileId: 'profile',
  keyId: 'key',
  endpointId: 'endpoint',
  draftId: 'draft',
  memberId: 'member',
  invitationId: 'invitation',
  profile: 'slug',
};

/** Every place of the contract that takes the id of something. */
const TARGETS: Target[] = Object.entries(openapi.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, value]) => {
    if (method === 'parameters') return [];
    const operation = value as unknown as Operation;
    const shared = ((item as { parameters?: Parameter[] }).parameters ?? []).concat(operation.parameters ?? []);
    const inBody = resolve(operation.requestBody?.content['application/json']?.schema ?? {}).properties ?? {};
    const places = [
      ...shared.map((entry) => resolve(entry)).map((entry) => [entry.name, entry.in] as const),
      ...Object.keys(inBody).map((name) => [name, 'body'] as const),
    ];
    return places.flatMap(([name, place]) => {
      const id = KINDS[name];
      if (!id || !['path', 'query', 'body'].includes(place)) return [];
      return [
        { operationId: operation.operationId, method: method.toUpperCase(), path, id, place: place as Target['place'] },
      ];
    });
  }),
);

const { stack, workspace: mine } = useStack({ connect: ['profnet', 'microblog'] });
const other = useResource(() => stack.createWorkspace({ connect: ['profnet', 'microblog'] }));
const foreign = useResource(() => fill(other));

/** Gives a workspace one of everything that has an id. @param wanted leaves out what a workspace has few of, unless it is this */
async function fill(workspace: Workspace, wanted?: Target['id']): Promise<Record<Target['id'], string>> {
  const { api } = workspace;
  const has = (id: Target['id']) => wanted === undefined || wanted === id;
  const slug = uniqueText('brand').replaceAll(' ', '-');
  const { profile } = (await api('POST', '/api/profiles', { body: { name: slug } })).body;
  const post = { text: uniqueText('Mine'), platforms: ['profnet'], scheduledFor: SCHEDULED_FOR };
  return {
    post: (await api('POST', '/api/v1/posts', { body: post })).body.id,
    profile: profile.id,
    slug: profile.slug,
    key: (await api('POST', '/api/keys', { body: { name: 'Mine' } })).body.key.id,
    draft: (await api('POST', '/api/v1/drafts', { body: { text: 'Mine', platforms: ['profnet'] } })).body.id,
    member: has('member') ? (await addPerson(stack.url, workspace, 'writer')).id : '',
    invitation: has('invitation') ? (await invite(workspace, { role: 'writer' })).body.invitation.id : '',
    endpoint: has('endpoint') ? (await api('POST', '/api/webhook-endpoints', { body: RECEIVER })).body.endpoint.id : '',
  };
}

/** Parts of paths that are no ids. */
const FIXED: Readonly<Record<string, string>> = { platform: 'profnet', account: 'sandbox-owner' };

function call(api: Api, { operationId, method, path, id, place }: Target, value: string): Promise<ApiAnswer> {
  const name = Object.keys(KINDS).find((key) => KINDS[key] === id) ?? '';
  const at = path.replace(/\{(\w+)\}/g, (_, part: string) => FIXED[part] ?? value);
  const query = [QUERIES[operationId], ...(place === 'query' ? [`${name}=${encodeURIComponent(value)}`] : [])]
    .filter(Boolean)
    .join('&');
  const needsBody = method !== 'GET' && (BODIES[operationId] !== undefined || place === 'body');
  const body = { ...BODIES[operationId], ...(place === 'body' ? { [name]: value } : {}) };
  return api(method, `${at}${query && `?${query}`}`, needsBody ? { body } : {});
}

/** Returns an answer without its request id, which always differs. */
const anonymised = ({ status, body }: ApiAnswer) => ({ status, body: { ...body, requestId: '' } });

// The start is open to everybody and names no workspace; the confirmation needs a browser: both are tested with the flow. A
// delivery is named with its endpoint: that is tested with the endpoints.
const ELSEWHERE = ['startConnection', 'confirmConnection', 'resendWebhookDelivery'];
const CALLABLE = TARGETS.filter(
  // A profile is named beside the draft that is moved to it: that is tested with the drafts.
  ({ operationId, id }) => !ELSEWHERE.includes(operationId) && !(operationId === 'updateDraft' && id === 'slug'),
);

test("the contract's operations with ids are the known ones", () => {
  expect(CALLABLE.length).toBeGreaterThan(20);
  expect(new Set(CALLABLE.map(({ id }) => id))).toEqual(
    new Set(['post', 'profile', 'key', 'slug', 'endpoint', 'draft', 'member', 'invitation']),
  );
});

describe.each(CALLABLE)('$method $path with the $id id in the $place', (target) => {
  test('answers the same for an id of another workspace as for one that does not exist, without effect', async () => {
    const before = await readEffects(stack, other);
    const missing = await call(mine.api, target, target.id === 'slug' ? 'no-such-profile' : RANDOM);
    const theirs = await call(mine.api, target, foreign[target.id]);
    // A list that is filtered by an unknown id is empty.
    const { posts, drafts, logs } = missing.body;
    const isList = ['listPosts', 'listDrafts', 'listLogs'].includes(target.operationId);
    if (isList) expect([missing.status, posts ?? drafts ?? logs]).toEqual([200, []]);
    else expect(missing.status).toBe(404);
    expect(anonymised(theirs)).toEqual(anonymised(missing));
    expect(await readEffects(stack, other)).toEqual(before);
  });

  test("finds the workspace's own", async () => {
    const own = await fill(mine, target.id);
    const { status, body } = await call(mine.api, target, own[target.id]);
    // The state of the found object may not allow the call, but the object is never unknown.
    expect([status, body.code]).not.toEqual([404, 'not_found']);
    expect([status, body.code]).not.toEqual([404, 'profile_not_found']);
    expect(status).not.toBe(400);
  });
});

test('the lists of one workspace contain nothing of another', async () => {
  const lists = [
    '/api/v1/posts',
    '/api/v1/drafts',
    '/api/profiles',
    '/api/keys',
    '/api/logs?limit=200',
    '/api/usage',
    '/api/webhook-endpoints',
    '/api/members',
  ];
  const text = (await Promise.all(lists.map((path) => mine.api('GET', path)))).map((answer) => answer.text).join('');
  for (const value of [...Object.values(foreign), other.workspaceId]) {
    expect(text).not.toContain(value);
  }
});

test("a cursor of another workspace's post reveals nothing of it", async () => {
  const { body } = await mine.api('GET', `/api/v1/posts?cursor=${foreign.post}`);
  expect(body.posts.map(({ id }: { id: string }) => id)).not.toContain(foreign.post);
});
