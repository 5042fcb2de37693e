import { describe, expect, it } from 'vitest';
import { sampleImage } from '../support/media-samples.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const used = useSandboxedDriver('x');
const stubbed = useStubbedDriver('x');
const communityId = '1493446837214187523';
const settings = {
  ...{ replySettings: 'following', communityId, shareWithFollowers: true },
  ...{ aiGenerated: true, paidPartnership: true },
};
const labels = { made_with_ai: true, paid_partnership: true };
const whole = { reply_settings: 'following', community_id: communityId, share_with_followers: true, ...labels };

describe('settings of a post on X', () => {
  it('are sent with it', async () => {
    expect(await used.publish([], {}, { settings }).result).not.toHaveProperty('note');
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: whole }]);
  });

  it.each(['following', 'mentionedUsers', 'subscribers', 'verified'])('let %s reply', async (replySettings) => {
    await used.publish([], {}, { settings: { replySettings } }).result;
    const [accepted] = await used.control.acceptedPosts();
    expect(accepted?.settings).toEqual({ reply_settings: replySettings });
  });

  it('label every part of a thread, whose first part says who may reply and where it is', async () => {
    const first = await used.publish(sampleImage({ shade: 3 }), {}, { settings }).result;
    await used.publish([], {}, { text: 'part 2', settings, replyTo: first.platformPostId }).result;
    expect((await used.control.acceptedPosts()).map((post) => post.settings)).toEqual([whole, labels]);
  });

  it('have a note for followers where there is no community', async () => {
    const published = await used.publish([], {}, { settings: { shareWithFollowers: true } }).result;
    expect(published.note).toBe('shareWithFollowers has no effect without a communityId.');
    expect((await used.control.acceptedPosts()).map((post) => post.settings)).toEqual([undefined]);
  });

  it.each([
    [{}, {}],
    [{ aiGenerated: false, paidPartnership: false }, {}],
    [
      { communityId, shareWithFollowers: false },
      { community_id: communityId, share_with_followers: false },
    ],
  ])('%j add %j to the request', async (given, added) => {
    stubbed.stub.reply = { status: 201, body: { data: { id: '1', text: 'a post' } } };
    const account = stubAccount('1', { accessToken: 'token' });
    await stubbed.driver.publish({ text: 'a post', media: [], settings: given }, account, {});
    expect(stubbed.stub.requests.at(-1)?.body).toBe(JSON.stringify({ text: 'a post', ...added }));
  });
});
