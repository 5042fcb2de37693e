import { describe, expect, it } from 'vitest';
import { signedIn, social } from './social.ts';
import { json, startStandIn } from './stand-in-server.ts';

const DAY_MS = 86_400_000;
const connection = (rest: object) => ({
  ...{ connected: true, displayName: 'Ada Example', state: 'connected', username: null, network: 'linkedin' },
  ...{ connectedAt: '2026-11-20T14:00:00.000Z', expiresAt: null, configured: true, missingScopes: [], ...rest },
});
const endsIn = (days: number) => connection({ expiresAt: new Date(Date.now() + days * DAY_MS - 60_000).toISOString() });
const lost = connection({ connected: false, state: 'needs_reconnect' });
const never = connection({ connected: false, state: 'not_connected', expiresAt: null });

describe('social connect status --fail-if-expires-in', () => {
  it.each([
    ['7d', { profnet: endsIn(8), microblog: connection({}), video: never }, []],
    ['7d', { profnet: endsIn(7), microblog: connection({}) }, ['profnet ends ']],
    ['12h', { profnet: endsIn(1) }, []],
    ['36h', { profnet: endsIn(1) }, ['profnet ends ']],
    ['2w', { profnet: endsIn(-1) }, ['profnet ends ']],
    ['7d', { profnet: endsIn(3), photonet: lost }, ['profnet ends ', 'photonet is no longer accepted']],
  ])('%s %#', async (span, connections, says) => {
    await using server = await startStandIn({ 'GET /api/connect/status': json(200, connections) });
    const { code, stdout, stderr } = await social(['connect', 'status', '--fail-if-expires-in', span], {
      env: signedIn(server.url),
    });
    expect(code).toBe(says.length > 0 ? 4 : 0);
    expect(JSON.parse(stdout)).toEqual(connections);
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(says.length);
    says.forEach((text, index) => {
      expect(lines[index]).toContain(text);
      expect(lines[index]).toMatch(/connect it again with: social connect \w+$/);
    });
  });

  it('is not asked by default: what has ended is shown and no failure', async () => {
    await using server = await startStandIn({ 'GET /api/connect/status': json(200, { photonet: lost }) });
    const result = await social(['connect', 'status', '--output', 'text'], { env: signedIn(server.url) });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/✖ photonet \([^)]+\) +needs reconnect/);
  });
});
