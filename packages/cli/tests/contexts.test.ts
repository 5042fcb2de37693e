import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_KEY, social, temporaryDirectory } from './social.ts';
import { startStandIn } from './stand-in-server.ts';

const OTHER_KEY = 'sk_live_sp_1111111111notarealkey';

async function twoServers() {
  const [one, other, home] = await Promise.all([startStandIn(), startStandIn(), temporaryDirectory()]);
  const env = { XDG_CONFIG_HOME: home.path };
  const command = (line: string, stdin?: string) =>
    social(line.split(' '), { env, ...(stdin !== undefined && { stdin }) });
  return {
    ...{ one, other, home, env, command, path: join(home.path, 'social', 'config.json') },
    async data(line: string, stdin?: string) {
      const result = await command(line, stdin);
      expect(result).toMatchObject({ code: 0, stderr: '' });
      return JSON.parse(result.stdout);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([one, other, home].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

describe('several servers', () => {
  it('are stored side by side, each with its key, and used by name', async () => {
    await using world = await twoServers();
    const { one, other, data, path } = world;
    expect(await data(`login --with-key --name home --base-url ${one.url}`, API_KEY)).toMatchObject({
      context: 'home',
    });
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
    const keysOf = (server: typeof one) => server.seen.slice(1).map(({ headers }) => headers.authorization);
    expect(keysOf(other)).toEqual([`Bearer ${OTHER_KEY}`]);
    expect(keysOf(one)).toEqual([`Bearer ${API_KEY}`, `Bearer ${API_KEY}`]);
    const shown = await social(['config', 'show'], { env: { ...world.env, SOCIAL_CONTEXT: 'work' } });
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
    const { contexts } = JSON.parse(await readFile(world.path, 'utf8'));
    expect(contexts).toEqual({
      default: { baseUrl: one.url, apiKey: OTHER_KEY },
      [second.context]: { baseUrl: other.url, apiKey: OTHER_KEY },
    });
  });

  it('survive logins at the same time', async () => {
    await using world = await twoServers();
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(
      names.map((name) => world.data(`login --with-key --name ${name} --base-url ${world.one.url}`, API_KEY)),
    );
    const { contexts } = await world.data('config list');
    expect(contexts.map(({ name }: { name: string }) => name).toSorted()).toEqual(names);
    expect(await readdir(join(world.home.path, 'social'))).toEqual(['config.json']);
  });

  it('are read from the file of the version before, which knew one', async () => {
    await using world = await twoServers();
    await mkdir(join(world.home.path, 'social'));
    const before = { version: 1, baseUrl: world.one.url, apiKey: API_KEY, profile: 'acme-blog' };
    await writeFile(world.path, JSON.stringify(before), { mode: 0o600 });
    await world.data('usage');
    expect(await world.data('config set profile default')).toEqual({
      ...{ context: 'default', name: 'profile', value: 'default' },
    });
    expect(JSON.parse(await readFile(world.path, 'utf8'))).toEqual({
      version: 2,
      current: 'default',
      contexts: { default: { baseUrl: world.one.url, apiKey: API_KEY, profile: 'default' } },
    });
  });

  it('keep no key for another address than the one it was stored for', async () => {
    await using world = await twoServers();
    await world.data(`login --with-key --base-url ${world.one.url}`, API_KEY);
    const moved = await world.command(`config set base-url ${world.other.url}`);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.stderr).toContain('The key was for the address before and is forgotten');
    expect(await readFile(world.path, 'utf8')).not.toContain(API_KEY);
    expect((await world.command('usage')).code).toBe(4);
    expect(world.other.seen).toEqual([]);
    expect(await world.data('config unset base-url')).toEqual({ context: 'default', name: 'base-url', value: null });
    expect(await world.data('config get base-url')).toEqual({ value: 'http://127.0.0.1:8787', source: 'default' });
  });

  it('are forgotten by name; a mistyped name is answered with the one that was meant', async () => {
    await using world = await twoServers();
    await world.data(`login --with-key --name home --base-url ${world.one.url}`, API_KEY);
    await world.data(`login --with-key --name work --base-url ${world.one.url}`, API_KEY);
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

  it('are marked in a table', async () => {
    await using world = await twoServers();
    await world.data(`login --with-key --name home --base-url ${world.one.url}`, API_KEY);
    await world.data(`login --with-key --name work --base-url ${world.other.url}`, API_KEY);
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
