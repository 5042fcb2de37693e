import type { IncomingHttpHeaders } from 'node:http';
import type { RequestBody } from '../http/request-body.ts';
import type { FaultKind } from '../world/faults.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { Operation } from '../world/operation.ts';
import type { Post } from '../world/posts.ts';

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

/** A value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An object that JSON can carry. */
export type JsonObject = { readonly [key: string]: Json | undefined };

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

/** The call that a fault breaks. */
export interface FaultCall {
  /** Seconds until a rate limit ends. */
  readonly retryAfterSeconds: number;
  readonly call: Call;
}

/** Answers a call that a fault breaks. */
export type FaultReply = (fault: FaultCall) => Reply;

/** The network's own error answers by the kind of fault; `other` answers the kinds that are not listed. */
export type FaultReplies = Readonly<Partial<Record<FaultKind, FaultReply>>> & { readonly other: FaultReply };

/** The places of ids in successful answers, which the fault `no-id` removes. */
export interface IdPlaces {
  readonly keys: readonly string[];
  /** Members in which the keys are removed, too: `name` for an object, `name[]` for a list of objects. */
  readonly within?: readonly string[];
  readonly headers?: readonly string[];
}

/** One simulated network: a folder next to this file and a line in the registry. */
export interface Network {
  readonly id: NetworkId;
  /** The network's shape on pages: SVG path data in a box of 16 by 16. */
  readonly glyph: string;
  readonly routes: readonly Route[];
  /** State of this network alone; saved with the sandbox's state. */
  readonly memory: object;
  /** The content type of the network's JSON, `application/json; charset=utf-8` by default. */
  readonly jsonType?: string;
  readonly faultReplies: FaultReplies;
  /** Refuses calls of every kind before they are looked at, also those of paths that the network does not have. */
  readonly refuse?: (call: Call) => Reply | undefined;
  readonly idPlaces: IdPlaces;
  /** The answer to a path the network does not have. */
  readonly unknownPath: (call: Call) => Reply;
  /** Public tokens and addresses to paste into a client, for networks without a sign-in. */
  readonly credentials?: readonly { readonly label: string; readonly value: string }[];
  /** Removes secrets from a path before the request log shows it. */
  readonly loggedPath?: (path: string) => string;
  /** The page of a post, relative to the network's own address. */
  readonly permalink: (post: Post) => string;
}

/** Ends a handler early with the network's own error answer. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}

/** Returns true for a JSON object, false for every other JSON value. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
