import { execFile, spawnSync } from 'node:child_process';
import { getServers } from 'node:dns';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { BLOCKED_URLS } from './blocked-addresses.ts';
import type { Attempt, Report } from './media-world.ts';

const WORLD = fileURLToPath(new URL('./media-world.ts', import.meta.url));
const EVERY_ADDRESS =
  'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo && exec "$@"';

/** A separate network namespace in which every address leads to this machine; undefined if the system has none. */
const ISOLATION = [['--net'], ['--net', '--map-root-user']]
  .map((options) => [...options, 'sh', '-c', EVERY_ADDRESS, 'sh'])
  .find(
    (args) =>
      getServers().every((server) => /^[\d.]+$/.test(server)) && spawnSync('unshare', [...args, 'true']).status === 0,
  );

let report: Report;

beforeAll(async () => {
  const program = [process.execPath, WORLD];
  const [file = '', ...args] = ISOLATION ? ['unshare', ...ISOLATION, ...program, 'every-address'] : program;
  const { stdout } = await promisify(execFile)(file, args, { maxBuffer: 16 * 1024 * 1024 });
  report = JSON.parse(stdout) as Report;
});

// Without the right to make a network namespace, only the refusals are tested.
if (!ISOLATION)
  process.stderr.write(
    'not proven here: that nothing is sent to blocked addresses (needs the right to run unshare --net)\n',
  );

test('no blocked address is connected to, although a server listens there', () => {
  if (ISOLATION) expect(report.ports).toEqual([80, 443]);
  expect(report.catalogue.map(({ url }) => url)).toEqual(BLOCKED_URLS.map(([, url]) => url));
  expect(report.catalogue.filter(({ dialled }) => dialled.length > 0)).toEqual([]);
});

test('the result of a blocked address says only what kind of failure it was', () => {
  for (const { url, status, result } of report.catalogue) {
    expect(status).toBe(201);
    expect(result, url).toMatchObject({ ok: false, code: 'media_unreachable', credits: 0 });
    expect(result.error).toMatch(
      / could not be fetched: its (address is not on the public internet|host name is unknown|host name could not be looked up)$/,
    );
  }
});

if (ISOLATION) {
  describe('on a machine that has every address', () => {
    const attemptsAt = (start: string): Attempt[] => report.others.filter(({ url }) => url.startsWith(start));

    test.each(['100.63.255.254', '172.32.0.1', '11.0.0.1', '2606:4700::1111'])(
      'the address %s, just outside what is blocked, is fetched from',
      (address) => {
        const host = address.includes(':') ? `[${address}]` : address;
        expect(attemptsAt(`http://${host}/`)).toMatchObject([{ result: { ok: true }, dialled: [address] }]);
      },
    );

    test('a name with a public address is fetched from', () => {
      expect(attemptsAt('http://public.example/a.png')).toMatchObject([{ result: { ok: true }, dialled: ['8.8.8.8'] }]);
    });

    test.each(['private.example', 'mixed.example', 'metadata.example'])(
      'the name %s, which has a blocked address, is not connected to',
      (name) => {
        const refused = { ok: false, error: expect.stringContaining('not on the public internet') };
        expect(attemptsAt(`http://${name}/`)).toMatchObject([{ result: refused, dialled: [] }]);
      },
    );

    test('a redirect to a blocked address or name is not followed', () => {
      const redirected = attemptsAt('http://public.example/to-');
      expect(redirected).toHaveLength(2);
      for (const { result, dialled } of redirected) {
        expect(result).toMatchObject({ ok: false, code: 'media_unreachable' });
        expect(result.error).not.toMatch(/169\.254|10\.0\.0/);
        expect(dialled).toEqual(['8.8.8.8']);
      }
    });

    test('a name that is public and private in turn is fetched from its public address only', () => {
      const attempts = attemptsAt('http://rebind.example/');
      expect(attempts.filter(({ result }) => result.ok)).toHaveLength(50);
      expect(attempts.flatMap(({ dialled }) => dialled)).toEqual(Array(50).fill('8.8.8.8'));
    });
  });
}
