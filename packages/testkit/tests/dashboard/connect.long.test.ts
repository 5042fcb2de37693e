import { PLATFORM_IDS, platformFacts } from '@social/types';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { LOOKING_TIMEOUT_MS } from './support/good-look.ts';

const WITH_CONSENT = PLATFORM_IDS.filter((platform) => platform !== 'chatbot');
const NAMED = { host: { host: 'fosstodon.org' }, handle: { handle: '@sandbox-owner.bsky.test' } } as const;

test('connects every network through its consent page', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor }) => {
  await visitor.enroll();
  await visitor.page.goto('/connections');
  for (const platform of WITH_CONSENT) {
    const { label, signIn } = platformFacts(platform);
    if (signIn) await visitor.nameAccount(label, NAMED[signIn.asks]);
    else await visitor.askForConsent(label);
    await visitor.approve();
    await visitor.seeHeading('Choose the account to publish as');
    await visitor.confirm(label);
    await visitor.card(label).getByText('Connected', { exact: true }).waitFor();
    expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { [platform]: { connected: true } } });
  }
  await visitor.seeText('8 of 9 networks connected.');
});
