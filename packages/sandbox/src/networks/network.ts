import type { IncomingHttpHeaders } from 'node:http';
import type { RequestBody } from '../server/http/body.ts';
import type { FaultKind } from '../world/faults.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { Operation } from '../world/operation.ts';
import type { Post } from '../world/posts.ts';

/** One incoming request, already read to its end unless its route takes a stream. */
export interface Call {
  readonly method: string;
  /** The path below the network's prefix, still percent-encoded. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: RequestBody;
  /**
   * The network's own address as the caller knows it, without a trailing slash: `http://127.0.0.1:<port>/<network>`, or
   * the origin of the network's own host where the call was led here from it.
   */
  readonly base: string;
  /** The sandbox's own address, without a trailing slash. */
  readonly sandboxUrl: string;
}

/** A value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** What a network answers: `json`, `html` or `bytes`, or no body at all. */
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
  /** What the call counts as; absent for pages and pictures, which are neither logged nor broken by faults. */
  readonly operation?: Operation | ((call: Call) => Operation | undefined);
  /** The body comes as a stream of chunks, of any size: for files. */
  readonly takesStream?: true;
  readonly handle: (call: Call) => Reply | Promise<Reply>;
}

/** A fault that has to be answered in the network's own words. */
export interface FaultReplyOptions {
  readonly kind: FaultKind;
  /** Seconds a rate limit still lasts. */
  readonly retryAfterSeconds: number;
  readonly call: Call;
}

/** One simulated network. A new one is a folder beside this file's neighbours and a line in the registry. */
export interface Network {
  readonly id: NetworkId;
  /** The name people know it by. */
  readonly name: string;
  /** A simple shape of its own for pages: SVG path data in a box of 16 by 16. */
  readonly glyph: string;
  readonly routes: readonly Route[];
  /** What only this network remembers, which is kept with a sandbox. */
  readonly memory: object;
  /** The content type of the network's JSON, where it is not `application/json; charset=utf-8`. */
  readonly jsonType?: string;
  /** The network's own error answer for a fault kind. */
  readonly faultReply: (options: FaultReplyOptions) => Reply;
  /** The same success with every id taken out. */
  readonly withoutId: (reply: Reply) => Reply;
  /** The answer to a path the network does not have. */
  readonly unknownPath: (call: Call) => Reply;
  /** What to paste into a client where there is no page to sign in: tokens and addresses that everybody may know. */
  readonly credentials?: readonly { readonly label: string; readonly value: string }[];
  /** A path as the request log may show it, where the network's paths hold secrets. */
  readonly loggedPath?: (path: string) => string;
  /** Where people read a post, relative to the network's own address. */
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

/** Tells a JSON object from the other JSON values. */
export function isJsonObject(value: Json | undefined): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
