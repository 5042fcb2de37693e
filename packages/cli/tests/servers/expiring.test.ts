import { describe, expect, it } from 'vitest';
import { CONNECTED, NOT_CONNECTED } from '../support/connections.ts';
import { json, startStandIn } from '../support/stand-in-server.ts';

const DAY_MS = 86_400_000;
const endsIn = (days: number) => {
  const expiresAt = new Date(Date.now() + days * DAY_MS - 60_000).toISOString();
  return { ...CONNECTED, expiresAt };
};
const lost = { ...CONNECTED, connected: false, state: 'needs_reconnect' };

describe('social connect status --fail-if-expires-in', () => {
  it.each([
    ['7d', { profnet: endsIn(8), microblog: CONNECTED, video: NOT_CONNECTED }, []],
    ['7d', { profnet: endsIn(7), microblog: CONNECTED }, ['profnet ends ']],
    ['12h', { profnet: endsIn(1) }, []],
    ['36h', { profnet: endsIn(1) }, ['profnet ends ']],
    ['2w', { profnet: endsIn(-1) }, ['profnet ends ']],
    ['7d', { profnet: endsIn(3), photonet: lost }, ['profnet ends ', 'photonet is no longer accepted']],
  ])('with %s names the connections that end by then, case %#', async (span, connections, says) => {
    await using server = await startStandIn({ 'GET /api/connect/status': json(200, connections) });
    const { code, stdout, stderr } = await server.social(['connect', 'status', '--fail-if-expires-in', span]);
    expect(code).toBe(says.length > 0 ? 4 : 0);
    expect(JSON.parse(stdout)).toEqual(connections);
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(says.length);
    says.forEach((text, index) => {
      expect(lines[index]).toContain(text);
      expect(lines[index]).toMatch(/connect it again with: social connect \w+$/);
    });
  });

  it('is off by default: a connection that has ended is shown, and the run succeeds', async () => {
    await using server = await startStandIn({ 'GET /api/connect/status': json(200, { photonet: lost }) });
    const result = await server.social(['connect', 'status', '--output', 'text']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/✖ photonet \([^)]+\) +needs reconnect/);
  });
});
