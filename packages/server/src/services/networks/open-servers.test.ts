import { isOpen, NETWORKS, PlatformError } from '@social/platforms';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { BlockedAddressError } from '../../media/fetch/guarded-agent.ts';
import { createOpenServers } from './open-servers.ts';

const { platforms } = readConfig({});
const sandbox = { url: 'http://127.0.0.1:4010', clientId: 'id', clientSecret: 'secret' };
const mastodon = NETWORKS.find((network) => network.network === 'mastodon') ?? expect.fail('there is no Mastodon');
const connection = (network_origin: string) => ({ platform: 'mastodon', network: 'mastodon', network_origin }) as const;

describe('a server that a user names', () => {
  test.each([
    ['127.0.0.1', 4],
    ['10.1.2.3', 4],
    ['169.254.169.254', 4],
    ['::1', 6],
    ['fd00::1', 6],
  ])('is not connected to when its name leads to %s', async (address, family) => {
    const asked: string[] = [];
    const servers = createOpenServers(platforms, null, async (name) => {
      asked.push(name);
      return [{ address, family }];
    });
    if (!isOpen(mastodon)) return expect.fail('Mastodon is no open network');
    const error = await servers.locate(mastodon, { host: 'inner.org' }, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(causesOf(error)).toContainEqual(expect.any(BlockedAddressError));
    expect(new Set(asked)).toEqual(new Set(['inner.org']));
  });
});

describe('the address of a connection', () => {
  test.each([
    ['https://fosstodon.org', true, false],
    ['http://fosstodon.org', false, false],
    ['https://127.0.0.1', false, false],
    ['http://127.0.0.1:4010/mastodon', false, true],
    ['http://127.0.0.1:9999', false, true],
  ])('%s is used by a server of real networks: %s, by one with a sandbox: %s', (origin, isReal, isSimulated) => {
    expect(createOpenServers(platforms, null).of(connection(origin)) !== undefined).toBe(isReal);
    expect(createOpenServers(platforms, sandbox).of(connection(origin)) !== undefined).toBe(isSimulated);
  });

  test('has one driver, however often it is asked for', () => {
    const servers = createOpenServers(platforms, null);
    const [one, two] = ['https://a.org', 'https://b.org'].map((origin) => servers.of(connection(origin))?.driver);
    expect(servers.of(connection('https://a.org'))?.driver).toBe(one);
    expect(two).not.toBe(one);
  });
});

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
