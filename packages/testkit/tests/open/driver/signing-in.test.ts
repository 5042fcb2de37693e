import { uniqueText, useResource } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BlueskyAccount, startBlueskyServer } from '../../../src/servers/bluesky-server.ts';
import {
  authorize,
  type BlueskyDriver,
  type Connection,
  connectByPassword,
  connectInBrowser,
  createDriver,
  kindOfError,
  postOf,
  renewedWith,
} from './connected-driver.ts';

const bluesky = useResource(() => startBlueskyServer());
let driver: BlueskyDriver;
let ada: BlueskyAccount;
let eve: BlueskyAccount;

beforeAll(async () => {
  driver = createDriver(bluesky);
  [ada, eve] = [await bluesky.createAccount('ada'), await bluesky.createAccount('eve')];
});

/** Publishes, and returns the kind of the error. */
function publish({ account }: Connection): Promise<string> {
  return kindOfError(driver.publish(postOf(uniqueText('Hello')), account, {}));
}

function refresh({ tokens }: Connection) {
  return driver.oauth.refresh?.(tokens.refreshToken ?? '', {}) ?? expect.fail('there is no refresh');
}

async function revoke({ tokens }: Connection): Promise<void> {
  await driver.oauth.revoke?.({ value: tokens.refreshToken ?? '', kind: 'refresh' }, {});
}

describe('a session that began in the browser', () => {
  test('has the permissions that were asked for, is of the account, and publishes', async () => {
    const connection = await connectInBrowser(driver, ada);
    const { tokens } = connection;
    expect(tokens.scopes).toEqual(driver.oauth.scopes);
    expect(tokens.accessExpiresAt?.getTime()).toBeGreaterThan(Date.now());
    const [option, ...others] = await driver.oauth.listAccounts(tokens.accessToken, {});
    expect([option, others]).toMatchObject([{ accountId: ada.did, username: ada.handle }, []]);
    expect(await publish(connection)).toBe('none');
  });

  test('may begin without a name of an account', async () => {
    const tokens = await driver.oauth.exchangeCode(await authorize(driver, { by: ada, hinted: null }), {});
    expect((await driver.oauth.listAccounts(tokens.accessToken, {}))[0]?.accountId).toBe(ada.did);
  });

  test('does not begin for another account than the named one', async () => {
    const exchange = await authorize(driver, { by: eve, hinted: ada.did });
    await expect(driver.oauth.exchangeCode(exchange, {})).rejects.toMatchObject({
      ...{ kind: 'rejected', message: expect.stringContaining('another account has signed in') },
    });
  });

  test('does not begin where another server claims to have answered', async () => {
    const exchange = { ...(await authorize(driver, { by: ada })), issuer: bluesky.plcUrl };
    await expect(driver.oauth.exchangeCode(exchange, {})).rejects.toMatchObject({
      ...{ kind: 'rejected', message: expect.stringContaining('another server has answered') },
    });
  });

  test('begins once with a code, whose second use ends it', async () => {
    const exchange = await authorize(driver, { by: ada });
    const tokens = await driver.oauth.exchangeCode(exchange, {});
    expect(await kindOfError(driver.oauth.exchangeCode(exchange, {}))).toBe('rejected');
    const account = { accountId: ada.did, username: ada.handle, accountUrn: null, accessToken: tokens.accessToken };
    expect(await publish({ tokens, account })).toBe('reconnect');
  });

  test('is renewed, which replaces both tokens', async () => {
    const first = await connectInBrowser(driver, ada);
    const second = renewedWith(first, await refresh(first));
    expect([await publish(first), await publish(second)]).toEqual(['reconnect', 'none']);
    const third = renewedWith(second, await refresh(second));
    expect(await publish(third)).toBe('none');
  });

  test('ends when it is renewed twice with the same token', async () => {
    const first = await connectInBrowser(driver, ada);
    const second = renewedWith(first, await refresh(first));
    expect(await publish(second)).toBe('none');
    expect(await kindOfError(refresh(first))).toBe('reconnect');
    expect([await publish(second), await kindOfError(refresh(second))]).toEqual(['reconnect', 'reconnect']);
  });

  test('ends when it is revoked, which can be repeated', async () => {
    const connection = await connectInBrowser(driver, ada);
    expect(await publish(connection)).toBe('none');
    await revoke(connection);
    await revoke(connection);
    expect([await publish(connection), await kindOfError(refresh(connection))]).toEqual(['reconnect', 'reconnect']);
  });
});

describe('a session that began with an app password', () => {
  test('is renewed, twice with the same token, and the tokens from before still publish', async () => {
    const first = await connectByPassword(driver, { server: bluesky, of: ada });
    const [second, third] = [renewedWith(first, await refresh(first)), renewedWith(first, await refresh(first))];
    expect([await publish(first), await publish(second), await publish(third)]).toEqual(['none', 'none', 'none']);
    expect(await kindOfError(refresh(third))).toBe('none');
  });

  test('is not renewed after it was ended, which can be repeated', async () => {
    const connection = await connectByPassword(driver, { server: bluesky, of: ada });
    await revoke(connection);
    await revoke(connection);
    expect(await kindOfError(refresh(connection))).toBe('reconnect');
  });

  test('does not begin with the password of the account, nor of another account', async () => {
    const connect = (appPassword: string) =>
      kindOfError(driver.credential.connect({ handle: ada.handle, appPassword }, {}));
    const foreign = await bluesky.createAppPassword(eve);
    expect([await connect(ada.password), await connect(foreign)]).toEqual(['rejected', 'rejected']);
  });
});
