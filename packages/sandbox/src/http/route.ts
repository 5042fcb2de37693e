import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject } from '../world/json.ts';
import type { Operation } from '../world/operation.ts';
import type { RequestBody } from './request-body.ts';

export type { Json, JsonObject };

/** One incoming request, read to its end unless its route takes a stream. */
export interface Call {
  readonly method: string;
  /** The path below the network's prefix, still percent-encoded. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: RequestBody;
  /**
   * The network's address as the caller knows it, without a trailing slash: `http://127.0.0.1:<port>/<network>`, the origin
   * that the network has to itself, or that of its own host when the call came through the proxy.
   */
  readonly base: string;
  /** The sandbox's own address, without a trailing slash. */
  readonly sandboxUrl: string;
}

/** An answer of a network, with a body of `json`, `html` or `bytes`, or without one. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly html?: string;
  readonly bytes?: { readonly type: string; readonly data: Buffer };
}

/** One endpoint of a network. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path pattern below the network's prefix. */
  readonly path: string;
  /** The operation the call counts as; absent for pages and pictures, which are neither logged nor broken by faults. */
  readonly operation?: Operation | ((call: Call) => Operation | undefined);
  /** Passes the body on as a stream of chunks of any size, for files. */
  readonly takesStream?: true;
  readonly handle: (call: Call) => Reply | Promise<Reply>;
}

/** The part of a route that an endpoint behind a token declares itself. */
export type ProtectedRoute = Required<Pick<Route, 'method' | 'path' | 'operation'>>;

/** Ends a handler early with the network's own error answer. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}

/** Runs what may be refused. @returns Its reply, or the refusal's. */
export async function replyOf(work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}
