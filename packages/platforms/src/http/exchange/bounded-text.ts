const MAX_BODY_BYTES = 1_000_000;

/** Reason for an incomplete body: the connection ended or stalled (`cut`), or the body is too large. */
export type BodyProblem = 'cut' | 'oversized';

/** Reads at most 1 MB (after decompression) of a response's body as UTF-8. Never throws. */
export async function readBoundedText(response: {
  readonly body: AsyncIterable<Uint8Array> | null;
}): Promise<{ text: string; bodyProblem: BodyProblem | null }> {
  if (!response.body) return { text: '', bodyProblem: null };
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      // Leaving the loop cancels the stream and closes the connection.
      if (bytes > MAX_BODY_BYTES) return { text: '', bodyProblem: 'oversized' };
      text += decoder.decode(chunk, { stream: true });
    }
    return { text: text + decoder.decode(), bodyProblem: null };
  } catch {
    return { text: '', bodyProblem: 'cut' };
  }
}
