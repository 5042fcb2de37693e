/** A request body that is produced while it is sent. */
export interface StreamedBody {
  /** Exact size of the bytes that `open` yields. */
  readonly bytes: number;
  /** Opens the body at its beginning, once per attempt. An error of the source ends the request, which throws it. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** A body during its request, with the progress of the hand-over to the HTTP client. */
export interface BodyInTransit {
  readonly stream: ReadableStream<Uint8Array>;
  /** Returns true when the network certainly lacks the last byte, without which it cannot act on the request. */
  isIncomplete(): boolean;
  /** Returns the error of the source of the bytes; null without one. */
  failure(): { readonly error: unknown } | null;
}

/** Starts sending a body. The last piece counts as sent as soon as it is handed over. @see RFC 9112 section 8 */
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
