/** A request body that is produced while it is sent. */
export interface StreamedBody {
  /** Exact size of what `open` gives. */
  readonly bytes: number;
  /** The body from its beginning; called once per attempt. What it throws ends the request and is thrown by it. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** A body on its way, and how much of it was handed to the HTTP client. */
export interface BodyInTransit {
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether it is proven that the network did not get all of it: without the last byte it cannot act on the request. */
  isIncomplete(): boolean;
  /** What the source of the bytes failed with; null as long as it did not. */
  failure(): { readonly error: unknown } | null;
}

/** Starts sending a body. Its last piece counts as sent from the moment it could be. @see RFC 9112 section 8 */
export function beginBody(body: StreamedBody): BodyInTransit {
  let handedOver = 0;
  let failure: { error: unknown } | null = null;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of body.open()) {
        handedOver += piece.byteLength;
        yield piece;
      }
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    stream: ReadableStream.from(pieces()),
    isIncomplete: () => handedOver < body.bytes,
    failure: () => failure,
  };
}
