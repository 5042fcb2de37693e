import { platform } from './connections.mjs';
import { sendAtFixedRateUntil } from './load.mjs';

/** Publishes at once by the given channels in turn. @returns milliseconds that each answer took */
export function publishMeanwhile(url, channels, { signal, intervalMs }) {
  let n = 0;
  const build = () => {
    const { headers, profile } = channels[n++ % channels.length];
    const body = JSON.stringify({ text: `Meanwhile ${crypto.randomUUID()}`, platforms: [platform], profile });
    return { method: 'POST', path: '/api/v1/posts', headers, body };
  };
  return sendAtFixedRateUntil(url, { signal, intervalMs, build });
}

/** Lists posts twenty times a second. @returns milliseconds that each answer took */
export function readMeanwhile(url, [{ headers }], signal) {
  const build = () => ({ method: 'GET', path: '/api/v1/posts', headers });
  return sendAtFixedRateUntil(url, { signal, intervalMs: 50, build });
}
