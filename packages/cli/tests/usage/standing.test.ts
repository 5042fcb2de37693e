import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { signedIn } from '../support/social.ts';
import { failure, json, startStandIn } from '../support/stand-in-server.ts';
import { createTerminal } from '../support/terminal.ts';

const connection = (state: string, more: object = {}) => ({
  ...{ connected: state === 'connected', state, configured: true, network: null, username: null, displayName: null },
  ...{ expiresAt: null, missingScopes: [], ...more },
});
const status = (connections: Record<string, object>) => ({ 'GET /api/connect/status': json(200, connections) });

/** Runs `social` on a terminal. @returns the exit code and what it says */
async function standing(env: Readonly<Record<string, string>>) {
  const terminal = createTerminal(env);
  return { code: await run([], terminal.io), said: terminal.stdout() };
}

describe('social without arguments, on a terminal', () => {
  it('sends a person without a key to sign in', async () => {
    const { code, said } = await standing({});
    expect(code).toBe(0);
    expect(said).toMatch(/^Server +http.*\nSigned in +no\nNext +social login\n\nAll commands: social --help\n$/);
  });

  it('names what is connected, and a post to try', async () => {
    const ada = connection('connected', { network: 'linkedin', displayName: 'Ada Example' });
    await using server = await startStandIn(status({ microblog: connection('not_connected'), profnet: ada }));
    const { said } = await standing(signedIn(server.url));
    expect(said).toContain('Signed in  plan Free, 499 credits left\nConnected  profnet (LinkedIn) Ada Example\n');
    expect(said).toContain('Next       social post "Hello" --to profnet --dry-run\n');
  });

  it('names a platform to connect, or to connect again', async () => {
    const off = connection('not_connected', { configured: false });
    const free = connection('not_connected');
    await using server = await startStandIn(status({ microblog: off, bluesky: free }));
    expect((await standing(signedIn(server.url))).said).toMatch(
      /Connected +nothing yet\nNext +social connect bluesky\n/,
    );
    const broken = { profnet: connection('connected'), microblog: connection('needs_reconnect') };
    await using other = await startStandIn(status(broken));
    expect((await standing(signedIn(other.url))).said).toMatch(/Next +social connect microblog\n/);
  });

  it('names the next step where the key is not accepted, and where no server answers', async () => {
    await using server = await startStandIn({ 'GET /api/usage': failure(401, 'unauthorized'), ...status({}) });
    const refused = await standing(signedIn(server.url));
    expect(refused.said).toMatch(/Signed in +no: the server does not accept the key\nNext +social login\n/);
    const { code, said } = await standing(signedIn('http://127.0.0.1:9'));
    expect(code).toBe(0);
    expect(said).toMatch(/Signed in +not known: .*\nNext +social doctor\n/);
  });
});
