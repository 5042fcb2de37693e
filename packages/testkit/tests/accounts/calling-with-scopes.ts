import { randomUUID } from 'node:crypto';
import type { Operation } from '@social/sandbox';
import { type Stack, uniqueText, type Workspace, watchRequests } from '@social/testkit';
import { OPERATIONS, type Scope } from '@social/types';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import { expect } from 'vitest';
import { makingKeys } from './making-keys.ts';

type Effect = keyof (typeof openapi)['x-effect-scopes'];

/** What changes something that others see, as the sandbox logs it. */
const WRITES: Partial<Record<Operation, Effect>> = {
  publish: 'publish',
  upload: 'publish',
  delete: 'delete',
  action: 'action',
};

/** States of a post, each with a target of LinkedIn, which cannot be read. */
export const STATES = ['scheduled', 'canceled', 'published', 'failed', 'unknown', 'named', 'taken back'] as const;
export type State = (typeof STATES)[number];

/** One way to call an operation. */
export interface Called {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly more: object;
}

/** A condition of the contract, as a query or in the body. */
const CONDITIONS: Readonly<Record<string, Pick<Called, 'query' | 'more'>>> = {
  dryRun: { query: '?dryRun=true', more: {} },
  draft: { query: '', more: { draft: true } },
  test: { query: '?test=true', more: {} },
  key: { query: '?key=none', more: {} },
};

const PLAIN = { query: '', more: {} };
/** The stream would not end. The tools of MCP call other operations. */
const ELSEWHERE = ['streamEvents', 'callMcp'];

/** Every operation that takes a key, also under each condition for which the contract names other scopes. */
export const CALLED: readonly Called[] = Object.entries(OPERATIONS).flatMap(([id, operation]) => {
  if (!('scopes' in operation) || ['session', 'none'].includes(operation.auth) || ELSEWHERE.includes(id)) return [];
  const { method, path } = operation;
  const conditions = 'scopesWhen' in operation ? Object.keys(operation.scopesWhen) : [];
  return [PLAIN, ...conditions.map((name) => CONDITIONS[name] ?? expect.fail(name))].map((how) => ({
    ...{ id, method, path },
    ...how,
  }));
});

export const isOfPost = ({ path }: Called) => path.includes('/posts/{id}');

/** Effects that the contract names for an operation. */
export function effectsOf({ method, path }: Called): readonly string[] {
  const item = openapi.paths[path as keyof typeof openapi.paths] as Record<string, { 'x-effects'?: string[] }>;
  return item[method.toLowerCase()]?.['x-effects'] ?? [];
}

/** Calls operations of a workspace with keys of one scope, and judges what networks saw. */
export function callingWithScopes(stack: Stack, workspace: Workspace) {
  const keys = new Map<Scope, string>();
  /** Ids of what the server itself published. */
  const receipts = new Set<string>();
  const seen = new Set<Effect>();

  async function keyOf(scope: Scope): Promise<string> {
    const key = keys.get(scope) ?? (await makingKeys(workspace).makeKey({ scopes: [scope] })).rawKey;
    keys.set(scope, key);
    return key;
  }

  async function publish(more: object = {}) {
    const { body } = await workspace.publish({ text: uniqueText('In a state'), platforms: ['profnet'], ...more });
    const id = body.platformResults?.profnet?.platformPostId;
    if (id) receipts.add(id);
    return body.id as string;
  }

  const change = (id: string, verb: string, body: object) =>
    workspace.api('POST', `/api/v1/posts/${id}/${verb}`, { body });

  /** Makes a post in a state. */
  async function make(state: State): Promise<string> {
    const fault = { network: 'linkedin', operation: 'publish' } as const;
    switch (state) {
      case 'scheduled':
        return publish({ scheduledFor: '2099-01-01T00:00:00Z' });
      case 'canceled': {
        const id = await publish({ scheduledFor: '2099-01-01T00:00:00Z' });
        await workspace.api('DELETE', `/api/v1/posts/${id}`);
        return id;
      }
      case 'published':
        return publish();
      case 'failed':
        await stack.sandbox.fault({ ...fault, kind: 'forbidden' });
        return publish();
      case 'unknown':
        await stack.sandbox.fault({ ...fault, kind: 'drop' });
        return publish();
      case 'named': {
        const id = await make('unknown');
        const published = `urn:li:share:${BigInt(`0x${randomUUID().slice(0, 8)}`)}`;
        expect((await change(id, 'resolve', { platform: 'profnet', published })).status).toBe(200);
        return id;
      }
      case 'taken back': {
        const id = await publish();
        await change(id, 'unpublish', {});
        return id;
      }
    }
  }

  async function bodyOf({ id }: Called): Promise<object | undefined> {
    const foreign = 'urn:li:share:7141138937766391808';
    const post = { mpost_id: '1990000000000000002' };
    const bodies: Readonly<Record<string, object>> = {
      createPost: { text: uniqueText('Called'), platforms: ['profnet'] },
      checkPosts: { posts: [{ text: 'Called', platforms: ['profnet'] }] },
      receiveContent: { body: uniqueText('Called'), platforms: ['profnet'] },
      createDraft: { text: 'Called', platforms: ['profnet'] },
      updateDraft: { text: 'Called' },
      updatePost: { scheduledFor: '2098-01-01T00:00:00Z' },
      resolvePost: { platform: 'profnet', published: false },
      ...{ likePost: post, unlikePost: post, bookmarkPost: post, removeBookmark: post, deleteMicroblogPost: post },
      setReplyHidden: { ...post, hidden: true },
      ...{ followUser: { target_user_id: '1' }, unfollowUser: { target_user_id: '1' } },
      sendDirectMessage: { recipient_id: '1', text: 'Called' },
      ...{ deleteProfnetPost: { post_urn: foreign }, resharePost: { post_urn: foreign } },
    };
    if (id !== 'approveDraft') return bodies[id];
    const draft = { text: uniqueText('Called'), platforms: ['profnet'] };
    return (await workspace.api('POST', '/api/v1/drafts', { body: draft })).body;
  }

  /** Calls an operation and checks that the scope covers what networks saw. @returns whether the call may have changed the post */
  async function call(called: Called, scope: Scope, postId: string = randomUUID()): Promise<boolean> {
    const given = await bodyOf(called);
    const draft = given as { id?: string; updatedAt?: string } | undefined;
    const isApproval = called.id === 'approveDraft';
    const path = called.path.replace(/\{(\w+)\}/g, (_, name: string): string =>
      name === 'platform' ? 'video' : isApproval ? (draft?.id ?? '') : name === 'id' ? postId : randomUUID(),
    );
    const body = isApproval ? { ifUpdatedAt: draft?.updatedAt } : { ...given, ...called.more };
    const requests = await watchRequests(stack);
    const key = await keyOf(scope);
    const sent = called.method === 'GET' ? { key } : { key, body };
    const answer = await workspace.api(called.method, `${path}${called.query}`, sent);
    const writes = (await requests()).flatMap(({ operation, path: at }) => {
      const effect = WRITES[operation];
      return effect ? [{ effect, at: decodeURIComponent(at) }] : [];
    });
    for (const { effect, at } of writes) {
      const what = `${called.id}${called.query} with ${scope}: ${effect} of ${at}`;
      expect(effectsOf(called), what).toContain(effect);
      expect(openapi['x-effect-scopes'][effect], what).toContain(scope);
      const isOfReceipt = [...receipts].some((id) => at.endsWith(id));
      if (effect === 'delete' && scope === 'publish') expect(isOfReceipt, what).toBe(true);
      seen.add(effect);
    }
    return answer.status !== 403 && called.method !== 'GET';
  }

  /** Calls an operation with each scope for a post in each state. */
  async function callInStates(called: Called, scopes: readonly Scope[], states: readonly State[]): Promise<void> {
    for (const state of states) {
      let post = await make(state);
      for (const scope of scopes) if (await call(called, scope, post)) post = await make(state);
    }
  }

  return { call, callInStates, seen };
}
