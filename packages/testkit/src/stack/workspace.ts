import { expect, vi } from 'vitest';
import { type Api, type ApiAnswer, type ApiCall, createApi } from './api.ts';
import { Browserless } from './browserless.ts';
import { PASSWORD } from './quick-password.ts';

/** An account with its workspace, as a test uses it. */
export interface Workspace {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
  readonly api: Api;
  /** Calls `POST /api/v1/posts`; returns the answer, whatever its status. */
  publish(body: NonNullable<ApiCall['body']>, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Reads a post, as `GET /api/v1/posts/{id}` answers it. */
  readPost(id: string): Promise<ApiAnswer['body']>;
  /** Waits until a post matches, and returns it. */
  untilPost(id: string, expected: object): Promise<ApiAnswer['body']>;
  /** Reads the activity log, newest entry first. @param wanted limits it to one action, or to one post */
  readLog(wanted?: { action?: string; postId?: string }): Promise<ApiAnswer['body'][]>;
  /** Reads the credits: `balance`, `held` and what else `GET /api/usage` says of them. */
  credits(): Promise<ApiAnswer['body']>;
  /** Reads the state of the connections by platform, of the default profile. */
  connections(): Promise<ApiAnswer['body']>;
  /** Returns the browser in which this account is signed in; always the same one. */
  browser(): Promise<Browserless>;
  /** Connects the sandbox's owner account to a platform of the default or the given profile. */
  connect(platform: string, profileId?: string, handle?: string): Promise<void>;
}

/** Ids and key of a new workspace, as the command prints them. */
export type WorkspaceIds = Pick<Workspace, 'workspaceId' | 'profileId' | 'apiKey'>;

/** Returns the workspace as tests use it, through the server at the address. */
export function openWorkspace(url: string, ids: WorkspaceIds & { email: string }): Workspace {
  let signedIn: Promise<Browserless> | undefined;
  async function signIn(): Promise<Browserless> {
    const browser = new Browserless(url);
    await browser.signIn(ids.email, PASSWORD);
    return browser;
  }
  const browser = (): Promise<Browserless> => {
    signedIn ??= signIn();
    return signedIn;
  };
  const api = createApi(url, ids.apiKey);
  const read = async (path: string): Promise<ApiAnswer['body']> => (await api('GET', path)).body;
  return {
    ...ids,
    password: PASSWORD,
    api,
    publish: (body, headers = {}) => api('POST', '/api/v1/posts', { body, headers }),
    readPost: (id) => read(`/api/v1/posts/${id}`),
    untilPost: (id, expected) =>
      vi.waitFor(async () => {
        const post = await read(`/api/v1/posts/${id}`);
        expect(post).toMatchObject(expected);
        return post;
      }, 15_000),
    async readLog({ action, postId } = {}) {
      const { logs } = await read('/api/logs?limit=200');
      return (logs as ApiAnswer['body'][]).filter(
        (entry) => (!action || entry.action === action) && (!postId || entry.metadata.postId === postId),
      );
    },
    credits: async () => (await read('/api/usage')).credits,
    connections: () => read('/api/connect/status'),
    browser,
    async connect(platform, profileId, handle) {
      const { status, text } = await (await browser()).connect(platform, profileId, handle);
      if (status !== 201) throw new Error(`connecting ${platform} answered ${status} ${text}`);
    },
  };
}
