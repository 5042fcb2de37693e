import { Blob } from '../../blobs.ts';

const timeoutMs = 10_000;

/**
 * Fetches a file that a post names, as the network's own servers do; undefined where that fails. The network takes public
 * https addresses; the sandbox takes http on loopback too, because that is where everything around it runs.
 */
export async function pullFile(address: string): Promise<Blob | undefined> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok || !response.body) return undefined;
    const blob = new Blob();
    for await (const chunk of response.body) blob.append(Buffer.from(chunk));
    return blob;
  } catch {
    return undefined;
  }
}
