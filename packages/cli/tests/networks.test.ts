import { describe, expect, it } from 'vitest';
import { signedIn, social } from './social.ts';
import { json, NO_POSTS, PUBLISHED, postWith, startStandIn } from './stand-in-server.ts';

const connection = (network: string | null) => ({
  ...{ connected: network !== null, displayName: null, state: network ? 'connected' : 'not_connected', username: null },
  ...{ network, connectedAt: null, expiresAt: null, configured: true, missingScopes: [] },
});

async function startServer(chatbot: string | null = 'discord') {
  return await startStandIn({
    ...NO_POSTS,
    'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })),
    'GET /api/connect/status': json(200, { profnet: connection(null), chatbot: connection(chatbot) }),
  });
}

describe('the names of networks', () => {
  it('stand for their platforms, and make the same request and key', async () => {
    await using server = await startServer();
    const env = signedIn(server.url);
    await social(
      ['post', 'x', '--to', 'linkedin,Twitter,YouTube,tiktok,facebook,instagram', '--media', 'https://a.example/b.mp4'],
      { env },
    );
    await social(
      ['post', 'x', '--to', 'profnet,x,video,shortvideo,socialnet,photonet', '--media', 'https://a.example/b.mp4'],
      { env },
    );
    const [one, other] = server.seen.filter(({ call }) => call === 'POST /api/v1/posts');
    expect(JSON.parse(one?.body ?? '').platforms).toEqual([
      'profnet',
      'microblog',
      'video',
      'shortvideo',
      'socialnet',
      'photonet',
    ]);
    expect([other?.body, other?.headers['idempotency-key']]).toEqual([one?.body, one?.headers['idempotency-key']]);
  });

  it.each([
    ['discord', 'discord', 0],
    ['telegram', 'discord', 2],
    ['telegram', null, 0],
    ['chatbot', 'discord', 0],
  ] as const)(
    'of several for one platform mean the one that is connected: --to %s with %s ends with %i',
    async (to, connected, code) => {
      await using server = await startServer(connected);
      const result = await social(['post', 'x', '--to', to], { env: signedIn(server.url) });
      expect(result.code).toBe(code);
      const said = 'chatbot is Discord here, not Telegram\nNothing was sent. To publish there: --to chatbot';
      expect(result.stderr.includes(said)).toBe(code === 2);
      expect(server.calls().includes('POST /api/v1/posts')).toBe(code === 0);
    },
  );

  it('are shown beside the platforms in status, help and errors', async () => {
    await using server = await startServer('telegram');
    const env = signedIn(server.url);
    const { stdout } = await social(['connect', 'status', '--output', 'text'], { env });
    expect(stdout).toContain('profnet (LinkedIn)');
    expect(stdout).toContain('chatbot (Telegram)');
    expect((await social(['post', '--help'])).stdout).toContain('chatbot (Telegram or Discord)');
    const unknown = await social(['post', 'x', '--to', 'fax'], { env });
    expect(unknown.stderr).toContain('Platforms: profnet (LinkedIn), microblog (X), video (YouTube)');
  });

  it('are told apart by what is pasted when a bot is connected', async () => {
    await using server = await startServer(null);
    const env = signedIn(server.url);
    const connect = (name: string, stdin: string) => social(['connect', name, '--with-token'], { env, stdin });
    expect((await connect('telegram', 'https://discord.com/api/webhooks/1/a')).stderr).toContain(
      'Telegram wants the token',
    );
    expect(await connect('discord', '123:abc')).toMatchObject({ code: 2 });
    expect(server.calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  });
});
