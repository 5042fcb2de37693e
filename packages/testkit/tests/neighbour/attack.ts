/** A request as it is sent, with `%n%` replaced by its number and `%address%` by an address that changes with it. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Requests that clients make in turn, again and again. */
export interface Attack {
  /** The operation, and what is special. */
  readonly name: string;
  readonly requests: readonly HostileRequest[];
  readonly atOnce: number;
  /** What a client reads of an answer; everything unless said otherwise. It leaves after the head, and stays without. */
  readonly reads?: 'everything' | 'head' | 'nothing';
}
