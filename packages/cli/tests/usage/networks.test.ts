import { describe, expect, it } from 'vitest';
import { CONNECTED, NOT_CONNECTED } from '../support/connections.ts';
import { socialHere } from '../support/in-process.ts';
import { ACCEPT } from '../support/posts.ts';
import { json, startStandIn } from '../support/stand-in-server.ts';

async function startServer(network: string | null = 'discord') {
  const chatbot = network === null ? NOT_CONNECTED : { ...CONNECTED, network };
  return await startStandIn({
    ...ACCEPT,
    'GET /api/connect/status': json(200, { profnet: NOT_CONNECTED, chatbot }),
  });
}

describe('the names of networks', () => {
  it('stand for their platforms, and make the same request and key', async () => {
    await using server = await startServer();
    const film = ['--media', 'https://a.example/b.mp4', '--allow-left-out'];
    const postTo = (names: string) => server.social(['post', 'x', '--to', names, ...film]);
    await postTo('linkedin,Twitter,YouTube,tiktok,facebook,instagram');
    await postTo('profnet,x,video,shortvideo,socialnet,photonet');
    const [one, other] = server.posts();
    expect(one?.body.platforms.join()).toBe('profnet,microblog,video,shortvideo,socialnet,photonet');
    expect(other).toEqual(one);
  });

  it.each([
    ['discord', 'discord', 0],
    ['telegram', 'discord', 2],
    ['telegram', null, 0],
    ['chatbot', 'discord', 0],
  ] as const)(
    'are refused where another network of the platform is connected: --to %s with %s ends with %i',
    async (to, connected, code) => {
      await using server = await startServer(connected);
      const result = await server.social(['post', 'x', '--to', to]);
      expect(result.code).toBe(code);
      const said = 'chatbot is Discord here, not Telegram\nNothing was done. Say chatbot instead';
      expect(result.stderr.includes(said)).toBe(code === 2);
      expect(server.calls().includes('POST /api/v1/posts')).toBe(code === 0);
    },
  );

  it('are shown beside the platforms in status, help and errors', async () => {
    await using server = await startServer('telegram');
    const { stdout } = await server.social(['connect', 'status', '--output', 'text']);
    expect(stdout).toContain('profnet (LinkedIn)');
    expect(stdout).toContain('chatbot (Telegram)');
    expect((await socialHere(['post', '--help'])).stdout).toContain('chatbot (Telegram or Discord)');
    const unknown = await server.social(['post', 'x', '--to', 'fax']);
    expect(unknown.stderr).toContain('Platforms: profnet (LinkedIn), microblog (X), video (YouTube)');
  });

  it('are recognized by the pasted text when a bot is connected', async () => {
    await using server = await startServer(null);
    const connect = (name: string, stdin: string) => server.social(['connect', name, '--with-token'], { stdin });
    const pasted = await connect('telegram', 'https://discord.com/api/webhooks/1/a');
    expect(pasted.stderr).toContain('Telegram needs the token');
    expect(await connect('discord', '123:abc')).toMatchObject({ code: 2 });
    expect(server.calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  });
});
