import { measureText } from '@social/rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectAccount } from '../suite/browser-flow.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const used = useSandboxedDriver('x');
const stubbed = useStubbedDriver('x');
const longText = (length: number) => 'a & b https://example.org/page?a=1&b=2 '.padEnd(length, 'long ');

describe('a text of more than 280 on X', () => {
  it('is not for an account without a subscription', async () => {
    expect(await used.driver.readLimits?.(used.account, {})).toEqual({});
    const refused = await rejectionOf(used.publish([], {}, { text: 'x'.repeat(281) }).result);
    const message = expect.stringContaining('connect microblog again if the subscription has changed');
    expect(refused).toMatchObject({ kind: 'rejected', code: 'invalid_request', message });
  });

  it.each([
    ['Premium', 4000],
    ['PremiumPlus', 4000],
    ['Basic', undefined],
    ['None', undefined],
    ['Enterprise', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('with the subscription %j may have up to %j', async (subscription_type, max) => {
    const data = { id: '1', name: 'Ada', username: 'ada', subscription_type };
    stubbed.stub.reply = { status: 200, body: { data } };
    const limits = await stubbed.driver.readLimits?.(stubAccount('1', { accessToken: 'token' }), {});
    expect(limits).toEqual(max === undefined ? {} : { text: { max, unit: 'weighted' } });
    expect(stubbed.stub.requests.at(-1)?.path).toBe('/2/users/me?user.fields=subscription_type');
  });

  describe('of an account with a subscription', () => {
    beforeEach(async () => {
      await used.control.set({ authorizeAs: 'sandbox_friend' });
      used.account = (await connectAccount(used.driver)).account;
    });

    it('has the limit that X has', async () => {
      const { text: server } = (await used.driver.readLimits?.(used.account, {})) ?? expect.fail('no limits');
      const fits = 'é'.repeat(4000);
      expect(measureText('microblog', fits, { server })).toEqual({ count: 4000, max: 4000, over: 0 });
      await used.publish([], {}, { text: fits }).result;
      const refused = await rejectionOf(used.publish([], {}, { text: `${fits}e` }).result);
      expect(refused).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    });

    it('is read whole where posts are listed and where one is named', async () => {
      const text = longText(700).trim();
      const { platformPostId } = await used.publish([], {}, { text }).result;
      const [newest] = (await used.driver.listRecentPosts?.(used.account, {})) ?? [];
      expect(newest).toMatchObject({ id: platformPostId, text });
      expect(await used.driver.ownPosts.read?.(platformPostId, used.account, {})).toMatchObject({ text });
    });
  });
});
