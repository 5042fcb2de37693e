import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { readTraces } from '../../protocol/http/refusals.ts';
import { BLOCKED_URLS } from './blocked-addresses.ts';
import { watchConnections } from './media-servers.ts';

const { stack, workspace } = useStack({ config: { mediaFromLoopback: false }, connect: ['profnet'] });

const before = useResource(() => readTraces(stack, workspace));
const connections = useResource(async () => watchConnections());
const own = () => [stack.url, stack.sandboxUrl].map((url) => new URL(url).host);

function publish(body: object) {
  return workspace.publish({ text: 'must not go out', platforms: ['profnet'], ...body });
}

const MALFORMED: readonly (readonly [id: string, url: string])[] = [
  ['U1', ''],
  ['U2', ' '],
  ['U2', ' https://example.com/a.png'],
  ['U2', 'https://example.com/a.png '],
  ['U2', 'https://example.com/a b.png'],
  ['U2', 'https://exa mple.com/a.png'],
  ['U2', 'https://example.com/a\n.png'],
  ['U2', 'https://example.com/a\t.png'],
  ['U2', 'h\nttps://example.com/a.png'],
  ['U2', '\u00a0https://example.com/a.png'],
  ['U2', 'https://example.com/\u0001.png'],
  ['U4', 'foo'],
  ['U4', '/a.png'],
  ['U4', './a.png'],
  ['U4', 'example.com/a.png'],
  ['U4', 'https'],
  ['U4', 'https:'],
  ['U4', 'https://'],
  ['U4', 'https:///a.png'],
  ['U4', 'https://?a.png'],
  ['U5', '//example.com/a.png'],
  ['U7', 'file:///etc/passwd'],
  ['U7', 'FILE:///etc/passwd'],
  ['U7', 'file://127.0.0.1/etc/passwd'],
  ['U8', 'ftp://example.com/a.png'],
  ['U10', 'javascript:alert(1)'],
  ['U10', 'data:image/png;base64,iVBORw0KGgo='],
  ['U10', 'blob:https://example.com/x'],
  ['U10', 'about:blank'],
  ['U11', 'gopher://example.com/_a'],
  ['U11', 'dict://example.com:80/a'],
  ['U11', 'jar:https://example.com/a.zip!/a.png'],
  ['U13', 'ws://example.com/a.png'],
  ['U13', 'wss://example.com/a.png'],
  ['U13', 'httpss://example.com/a.png'],
  ['U14', 'http://u:p@example.com/a.png'],
  ['U14', 'https://u@example.com/a.png'],
  ['U14', 'https://:p@example.com/a.png'],
  ['U14', 'https://example.com@127.0.0.1/a.png'],
  ...['0', '22', '25', '6379', '65536', '8080', '8787', '-1', '80x', '443443'].map(
    (port) => ['U16', `http://example.com:${port}/a.png`] as const,
  ),
  ['U16', 'http://127.0.0.1:22/a.png'],
  ['U16', 'http://localhost:8080/a.png'],
  ['U16', 'http://[::1]:6379/a.png'],
  ['U17', `https://example.com/${'a'.repeat(2_048)}.png`],
  ['U17', `https://example.com/a.png?${'a'.repeat(100_000)}`],
  ['U19', 'http:\\127.0.0.1\\a.png'],
  ['U19', 'http:\\\\127.0.0.1\\a.png'],
  ['U19', 'https://example.com\\a.png'],
  ['U19', 'http:/\\127.0.0.1/a.png'],
  ['U20', 'https:example.com/a.png'],
  ['U20', 'https:/example.com/a.png'],
  ['U20', 'http:127.0.0.1'],
  ['U20', 'https://exa%00mple.com/a.png'],
  ['U20', 'https://[::1/a.png'],
  ['U20', 'https://[fe80::1%25eth0]/a.png'],
  ['U20', 'https://1.2.3.4.5.6.7.256/a.png'],
  ['U20', 'https://a<b>.com/a.png'],
];

const NAMED = MALFORMED.map(([id, url]) => ({ id, url, shown: JSON.stringify(url).slice(0, 60) }));

test.each(NAMED)('$id: refuses the address $shown with 400', async ({ url }) => {
  const { status, body, text } = await publish({ mediaUrls: ['https://example.com/first.png', url] });
  expect(status, text).toBe(400);
  expect(body.error).toMatch(/^mediaUrls\[1\]/);
  expect(body.error).not.toContain('\n');
});

test.each(['', 'foo', 'file:///etc/passwd', 'http://u:p@example.com/a.png', 'http://example.com:22/a.png'])(
  'U4: refuses the address %j of media with a description, and of an override, with 400',
  async (url) => {
    const media = await publish({ media: [{ url, alt: 'a' }] });
    expect(media.body.error).toMatch(/^media\[0\]/);
    const override = await publish({ overrides: { profnet: { media: [{ url }] } } });
    expect(override.body.error).toMatch(/^overrides\.profnet\.media\[0\]/);
    expect([media.status, override.status]).toEqual([400, 400]);
  },
);

test('U16: names the ports 80 and 443 as allowed', async () => {
  const { body } = await publish({ mediaUrls: ['http://example.com:8080/a.png'] });
  expect(body.error).toContain('80');
  expect(body.error).toContain('443');
});

test.each(BLOCKED_URLS)('%s: does not connect to %s', async (_id, url) => {
  const text = `with ${url}`;
  const { status, body } = await publish({ text, mediaUrls: [url] });
  expect(status).toBe(201);
  expect(body.platformResults.profnet).toMatchObject({
    ok: false,
    state: 'failed',
    code: 'media_unreachable',
    credits: 0,
  });
  expect(connections.begun().filter((peer) => !own().includes(peer))).toEqual([]);
});

test('U43: names only the kind of failure', async () => {
  const { body } = await publish({
    text: 'metadata',
    mediaUrls: ['http://169.254.169.254/latest/meta-data?token=SECRET'],
  });
  const { error } = body.platformResults.profnet;
  expect(error).toContain('169.254.169.254');
  expect(error).not.toContain('SECRET');
  expect(error).not.toMatch(/ECONN|EHOST|ENET|undici|node:|UND_ERR/);
});

test('addresses that must not be fetched leave no effect at any network and cost nothing', async () => {
  const { posts, logged, ...rest } = await readTraces(stack, workspace);
  expect(rest).toEqual({
    balance: before.balance,
    held: 0,
    transactions: before.transactions,
    profiles: before.profiles,
    keys: before.keys,
    effects: 0,
  });
  expect([posts, logged]).toEqual([Math.min(100, BLOCKED_URLS.length + 1), before.logged + BLOCKED_URLS.length + 1]);
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
