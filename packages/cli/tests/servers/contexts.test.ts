import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { socialHere } from '../support/in-process.ts';
import { API_KEY } from '../support/social.ts';
import { type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const OTHER_KEY = 'sk_live_sp_1111111111notarealkey';

async function twoServers() {
  const [one, other, home] = await Promise.all([startStandIn(), startStandIn(), temporaryDirectory()]);
  const env = { XDG_CONFIG_HOME: home.path };
  const command = (line: string, stdin?: string) => socialHere(line.split(' '), { env, stdin });
  const data = async (line: string, stdin?: string) => {
    const result = await command(line, stdin);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(result.stdout);
  };
  return {
    ...{ one, other, home, env, command, data, path: join(home.path, 'social', 'config.json') },
    stored: () => home.read('social/config.json'),
    /** Signs in to a server with the name that it gets. */
    login: (name: string, { url } = one) => data(`login --with-key --name ${name} --base-url ${url}`, API_KEY),
    async [Symbol.asyncDispose]() {
      await Promise.all([one, other, home].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

describe('several servers', () => {
  it('are stored side by side, each with its key, and used by name', async () => {
    await using world = await twoServers();
    const { one, other, data, path } = world;
    expect(await world.login('home')).toMatchObject({ context: 'home' });
    await data(`login --with-key --name work --base-url ${other.url} --profile acme-blog`, OTHER_KEY);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await data('config list')).toEqual({
      current: 'work',
      contexts: [
        { name: 'home', baseUrl: one.url, profile: null, keyPreview: '…lkey' },
        { name: 'work', baseUrl: other.url, profile: 'acme-blog', keyPreview: '…lkey' },
      ],
    });
    await data('usage');
    await data('usage --context home');
    expect(await data('config use home')).toEqual({ current: 'home' });
    await data('usage');
    const keysOf = (server: StandInServer) => server.seen.slice(1).map(({ headers }) => headers.authorization);
    expect(keysOf(other)).toEqual([`Bearer ${OTHER_KEY}`]);
    expect(keysOf(one)).toEqual([`Bearer ${API_KEY}`, `Bearer ${API_KEY}`]);
    const shown = await socialHere(['config', 'show'], { env: { ...world.env, SOCIAL_CONTEXT: 'work' } });
    expect(JSON.parse(shown.stdout)).toEqual({
      context: { value: 'work', source: 'environment' },
      'base-url': { value: other.url, source: 'file' },
      'api-key': { value: '…lkey', source: 'file' },
      profile: { value: 'acme-blog', source: 'file' },
      path: { value: path, source: 'environment' },
    });
    expect(await data('logout --context work')).toEqual({ ok: true });
    expect((await world.command('usage --context work')).code).toBe(4);
    await data('usage');
  });

  it('are never stored over each other, and one address is stored once', async () => {
    await using world = await twoServers();
    const { one, other, data } = world;
    await data(`login --with-key --base-url ${one.url}`, API_KEY);
    const second = await data(`login --with-key --base-url ${other.url}`, OTHER_KEY);
    expect(second.context).toBe(new URL(other.url).host.replace(':', '-'));
    expect(await data(`login --with-key --base-url ${one.url}/`, OTHER_KEY)).toMatchObject({ context: 'default' });
    const { contexts } = JSON.parse(await world.stored());
    expect(contexts).toEqual({
      default: { baseUrl: one.url, apiKey: OTHER_KEY },
      [second.context]: { baseUrl: other.url, apiKey: OTHER_KEY },
    });
  });

  it('are all stored when logins run at the same time', async () => {
    await using world = await twoServers();
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(names.map((name) => world.login(name)));
    const { contexts } = await world.data('config list');
    expect(contexts.map(({ name }: { name: string }) => name).toSorted()).toEqual(names);
    expect(await readdir(join(world.home.path, 'social'))).toEqual(['config.json']);
  });

  it('are read from a file of the earlier version, which stored one server', async () => {
    await using world = await twoServers();
    const before = { version: 1, baseUrl: world.one.url, apiKey: API_KEY, profile: 'acme-blog' };
    await world.home.write({ 'social/config.json': JSON.stringify(before) });
    await world.data('usage');
    const set = await world.data('config set profile default');
    expect(set).toEqual({ context: 'default', name: 'profile', value: 'default' });
    expect(JSON.parse(await world.stored())).toEqual({
      version: 2,
      current: 'default',
      contexts: { default: { baseUrl: world.one.url, apiKey: API_KEY, profile: 'default' } },
    });
  });

  it('lose their key when their address changes', async () => {
    await using world = await twoServers();
    await world.data(`login --with-key --base-url ${world.one.url}`, API_KEY);
    const moved = await world.command(`config set base-url ${world.other.url}`);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.stderr).toContain('The key belonged to the former address and was forgotten');
    expect(await world.stored()).not.toContain(API_KEY);
    expect((await world.command('usage')).code).toBe(4);
    expect(world.other.seen).toEqual([]);
    expect(await world.data('config unset base-url')).toEqual({ context: 'default', name: 'base-url', value: null });
    expect(await world.data('config get base-url')).toEqual({ value: 'http://127.0.0.1:8787', source: 'default' });
  });

  it('are deleted by name; for a mistyped name the similar one is named', async () => {
    await using world = await twoServers();
    await world.login('home');
    await world.login('work');
    for (const line of ['config use wrok', 'config delete wrok', 'usage --context wrok']) {
      const result = await world.command(line);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('There is no server "wrok": did you mean work?\nStored: home, work');
    }
    expect(await world.data('config delete work')).toEqual({ deleted: 'work', current: 'home' });
    expect(await world.data('config path')).toEqual({ path: world.path });
    expect(await world.data('config delete home')).toEqual({ deleted: 'home', current: null });
    const none = await world.command('config list --output text');
    expect(none.stdout).toBe('No server is stored. Sign in with: social login\n');
  });

  it('are listed in a table that marks the current one', async () => {
    await using world = await twoServers();
    await world.login('home');
    await world.login('work', world.other);
    await world.data('logout');
    const { stdout } = await world.command('config list --output text');
    expect(stdout.split('\n')).toEqual([
      '  NAME  PROFILE  KEY         SERVER',
      `  home           …lkey       ${world.one.url}`,
      `* work           signed out  ${world.other.url}`,
      '',
    ]);
  });
});
