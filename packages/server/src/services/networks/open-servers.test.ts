import { isOpen, NETWORKS, type OpenNetwork, PlatformError } from '@social/platforms';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { BlockedAddressError } from '../../media/fetch/guarded-agent.ts';
import { createOpenServers } from './open-servers.ts';

const { platforms } = readConfig({});
const sandbox = { url: 'http://127.0.0.1:4010', clientId: 'id', clientSecret: 'secret' };
const [mastodon, bluesky] = [openNetwork('mastodon'), openNetwork('bluesky')];
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
    const error = await servers.locate(mastodon, { host: 'inner.org' }, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', field: 'host' });
    expect(causesOf(error)).toContainEqual(expect.any(BlockedAddressError));
    expect(new Set(asked)).toEqual(new Set(['inner.org']));
  });

  const searches = [
    ['Mastodon', mastodon, { host: 'mastodn.org' }, 'host'],
    ['Mastodon', mastodon, { handle: '@ada@mastodn.org' }, 'handle'],
    ['Bluesky', bluesky, { host: 'bsky.socail' }, 'host'],
    ['Bluesky', bluesky, { handle: 'did:web:ada.exampel.org' }, 'handle'],
  ] as const;
  const failing = (code: string) =>
    createOpenServers(platforms, null, () => Promise.reject(Object.assign(new Error(code), { code })));

  test.each(searches)(
    'at %s and is nowhere to be found is a mistake of the user',
    async (_label, network, named, field) => {
      for (const code of ['ENOTFOUND', 'ENODATA']) {
        const error = await failing(code)
          .locate(network, named, {})
          .catch((reason: unknown) => reason);
        const message = `${field}: leads to no public server; check how it is written`;
        expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', field, message });
      }
    },
  );

  test.each(searches)(
    'at %s can be named again where the name servers do not answer',
    async (_label, network, named) => {
      for (const code of ['ESERVFAIL', 'ETIMEOUT']) {
        const error = await failing(code)
          .locate(network, named, {})
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
      }
    },
  );

  test('is not blamed for a directory of accounts that cannot be found', async () => {
    const named = { handle: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' };
    const error = await failing('ENOTFOUND')
      .locate(bluesky, named, {})
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
  });
});

test('a server that may not be used is refused as what the user has named', async () => {
  const leading = { ...mastodon, findServer: async () => ({ origin: 'https://fosstodon.org', accountId: null }) };
  const locating = createOpenServers(platforms, sandbox).locate(leading, { handle: '@ada@fosstodon.org' }, {});
  const error = await locating.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', field: 'handle' });
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

function openNetwork(name: string): OpenNetwork {
  const network = NETWORKS.find((entry) => entry.network === name);
  return network && isOpen(network) ? network : expect.fail(`${name} is no open network`);
}
