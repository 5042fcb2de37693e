import { createHash, randomBytes } from 'node:crypto';
import type { ApiAnswer, Browserless, Stack, Workspace } from '@social/testkit';

export const keysOf = async ({ api }: Workspace): Promise<string[]> =>
  (await api('GET', '/api/keys')).body.keys.map(({ name }: { name: string }) => name);
export const outcome = ({ status, body }: ApiAnswer) => [status, body.code];

/** Calls with which a command signs in, and those of the browser of its user. */
export function signingIn(stack: Stack, browser: () => Browserless) {
  const send = (path: string, body: object) => stack.anonymous('POST', `/api/command/${path}`, { body });
  const visit = (path: string, body: object, by = browser()) => by.visit('POST', `/api/command/${path}`, { body });
  const look = (userCode: string, by = browser()) =>
    by.visit('GET', `/api/command/device?userCode=${encodeURIComponent(userCode)}`);
  const begin = async (machine = 'build-7') => (await send('device', { machine })).body;
  const poll = (deviceCode: string) => send('device/exchange', { deviceCode });

  const verifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const listening = { machine: 'ada-laptop', port: 49_152, state: 'a-state-of-the-command', codeChallenge };

  async function issue(by = browser()): Promise<string> {
    const { body } = await visit('code', listening, by);
    return new URL(body.redirectUrl).searchParams.get('code') ?? '';
  }
  const exchange = (code: string, codeVerifier = verifier) => send('code/exchange', { code, codeVerifier });

  return { begin, codeChallenge, exchange, issue, listening, look, poll, send, visit };
}
