import { Blob } from '../../blobs.ts';

const timeoutMs = 30_000;

/** Fetches a file as the network does, without following redirects; null when it cannot, or it is larger than allowed. */
export async function pull(url: string, maxBytes: number): Promise<Blob | null> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok || !response.body) return null;
    const blob = new Blob();
    for await (const chunk of response.body) {
      blob.append(Buffer.from(chunk));
      if (blob.bytes > maxBytes) return null;
    }
    return blob;
  } catch {
    return null;
  }
}
