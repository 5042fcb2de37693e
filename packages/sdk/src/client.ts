import type { OperationId, paths } from '@social/types';
import createRawClient, { type Client as RawClient } from 'openapi-fetch';
import { callOperation } from './call.ts';
import { checkedApiKey, checkedBaseUrl } from './checks.ts';
import type { OperationMethods } from './generated/methods.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { ClientHooks } from './hooks.ts';
import type { MutationOptions } from './method.ts';
import { readOperation } from './operation.ts';
import type { Post } from './verify.ts';
import { type WaitOptions, waitUntilPublished } from './wait-until-published.ts';

/** Options of a client. */
export interface ClientOptions {
  /**
   * API key, beginning with `sk_live_`; white space around it is dropped. Default: the environment's `SOCIAL_API_KEY`.
   * Without one, a browser sends its session cookie to its own origin; elsewhere calls that need a key throw a TypeError
   * before anything is sent, unless `fetch` is given.
   */
  readonly apiKey?: string | undefined;
  /**
   * Address of the server, without a path. Default: the environment's `SOCIAL_BASE_URL`, in a browser
   * the page's own origin, else `http://127.0.0.1:8787`.
   */
  readonly baseUrl?: string | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Milliseconds one try may take. Default 35 000 where the operation takes an Idempotency-Key, an hour for a file, else 30 000. */
  readonly timeoutMs?: number | undefined;
  /** Number of retries for calls that may be repeated safely. Default 2. */
  readonly maxRetries?: number | undefined;
  /**
   * Milliseconds for which a call may wait in all while the server answers 429, or 503, with Retry-After: for programs that send
   * many posts. 0 when left out: then only a Retry-After of at most 30 seconds is waited for, as a retry.
   */
  readonly patienceMs?: number | undefined;
  /** Sent as User-Agent; browsers ignore it. */
  readonly userAgent?: string | undefined;
  /** Called for every try, for logs and metrics. Never get the API key or the input. */
  readonly hooks?: ClientHooks | undefined;
}

/** Methods that the client adds to the operations on posts. */
export interface PostMethods {
  /**
   * Polls a post until it is settled, and resolves with it: `waitUntilPublished` with this client.
   * @throws {SocialWaitTimeoutError} after `timeoutMs` (ten minutes when left out), with the post as it was last read
   */
  waitUntilPublished(post: string | Post, options?: WaitOptions): Promise<Post>;
}

/** The methods of the API, grouped by the contract's tags. */
export interface SocialClient extends OperationMethods {
  readonly posts: OperationMethods['posts'] & PostMethods;
  /** Address of the server, without a trailing slash. */
  readonly baseUrl: string;
  /** The client underneath, typed by the contract's paths: no retries, no time limit, no errors thrown. */
  readonly raw: RawClient<paths>;
  /**
   * The address a person opens in a browser to connect a platform to a profile (the default one when left out).
   * @param signIn account or server, for platforms whose `signIn` asks for it; the page asks for it when left out. `chooseAccount`: the
   *   network asks which account signs in
   */
  connectUrl(
    platform: string,
    profileId?: string,
    signIn?: { readonly host?: string; readonly handle?: string; readonly chooseAccount?: true },
  ): string;
}

/**
 * Creates a client. Nothing is sent before the first call.
 * @throws {TypeError} when the base URL is not an http(s) address or has a path, or the key has a character that no key has
 */
export function createClient(options: ClientOptions = {}): SocialClient {
  const scope = globalThis as Scope;
  const environment = scope.process?.env;
  const apiKey =
    options.apiKey === undefined
      ? checkedApiKey(environment?.['SOCIAL_API_KEY'], 'SOCIAL_API_KEY')
      : checkedApiKey(options.apiKey, 'apiKey');
  const baseUrl = checkedBaseUrl(
    options.baseUrl ?? (environment?.['SOCIAL_BASE_URL'] || scope.location?.origin || 'http://127.0.0.1:8787'),
  );
  const raw = createRawClient<paths>({
    baseUrl,
    headers: { Authorization: apiKey ? `Bearer ${apiKey}` : undefined, 'User-Agent': options.userAgent },
    ...(options.fetch && { fetch: options.fetch }),
  });
  const { timeoutMs, maxRetries = 2, patienceMs = 0, hooks = {} } = options;
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const hasCredential = (apiKey ?? options.fetch ?? scope.location) !== undefined;
  const context = { raw, hasCredential, fetch: send, baseUrl, timeoutMs, maxRetries, patienceMs, hooks };
  const groups = Object.entries(OPERATIONS).map(([tag, group]) => {
    const methods = Object.entries(group).map(([id, line]) => [
      id,
      (input?: object, callOptions?: MutationOptions) =>
        callOperation(context, { id: id as OperationId, operation: readOperation(line) }, input, callOptions),
    ]);
    return [tag, Object.fromEntries(methods)];
  });
  const connectUrl: SocialClient['connectUrl'] = (platform, profileId, { chooseAccount, ...named } = {}) => {
    const query = new URLSearchParams({
      ...{ ...(profileId && { profileId }), ...named },
      ...(chooseAccount && { chooseAccount: 'true' }),
    }).toString();
    return `${baseUrl}/api/auth/${encodeURIComponent(platform)}${query && `?${query.replaceAll('+', '%20')}`}`;
  };
  // The table and the interface are generated from the same contract.
  const methods = Object.fromEntries(groups) as OperationMethods;
  const posts: SocialClient['posts'] = {
    ...methods.posts,
    waitUntilPublished: (post, waitOptions) => waitUntilPublished(methods, post, waitOptions),
  };
  return { ...methods, posts, baseUrl, raw, connectUrl };
}

interface Scope {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly location?: { readonly origin?: string };
}
