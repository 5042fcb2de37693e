import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import { connectAccount } from '../suite/browser-flow.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { registrationOf, rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('linkedin');
const PAGE = 'urn:li:organization:5515715';
const scopes = ['openid', 'profile', 'email', 'w_member_social', 'w_organization_social', 'rw_organization_admin'];
const lookups = async () =>
  (await used.sandbox.requests('linkedin')).filter(({ path }) => path.endsWith('/rest/organizations')).length;

async function connectAdministrator() {
  const apiUrl = `${used.sandbox.url}/linkedin`;
  const driver = registrationOf('linkedin').create({ ...sandboxApp, scopes, apiUrl, oauthUrl: apiUrl });
  const { account } = await connectAccount(driver);
  const publish = (text: string) => driver.publish({ text, media: [], settings: {} }, account, {});
  return { driver, account, publish };
}

describe('a mention on LinkedIn', () => {
  it.each(['Sandbox Company', 'Unknown to the sandbox (Inc.)'])('of %s arrives as a mention', async (name) => {
    const urn = name === 'Sandbox Company' ? PAGE : 'urn:li:organization:99';
    await used.publish([], {}, { text: `Thanks to @[${name}](${urn})!` }).result;
    const labels = name === 'Sandbox Company' ? ['mentions Sandbox Company'] : undefined;
    const [post] = await used.control.acceptedPosts();
    expect([post?.text, post?.labels]).toEqual([`Thanks to ${name}!`, labels]);
  });

  it('with another name than the page has is refused before anything is published', async () => {
    const { driver, account, publish } = await connectAdministrator();
    const text = `Thanks to @[sandbox company](${PAGE})`;
    const message = `LinkedIn mentions an organization only by its full name, and that of ${PAGE} is "Sandbox Company", not "sandbox company"; correct it`;
    const { mentions } = driver;
    expect(mentions?.mentionsIn(text)).toBe(`@[sandbox company](${PAGE})`);
    expect(await mentions?.problem(text, account, {})).toBe(message);
    expect(await rejectionOf(publish(text))).toMatchObject({ kind: 'rejected', code: 'invalid_request', message });
    expect(await used.control.acceptedPosts()).toEqual([]);
    await publish(`Thanks to @[Sandbox Company](${PAGE})`);
    expect(await used.control.acceptedPosts()).toHaveLength(1);
  });

  it('is sent as it is written where the name cannot be looked up', async () => {
    const text = `Thanks to @[sandbox company](${PAGE})`;
    expect(await used.driver.mentions?.problem(text, used.account, {})).toBeNull();
    await used.control.fault({ operation: 'identity', kind: 'server-error', times: 3 });
    await used.publish([], {}, { text }).result;
    expect(await used.control.acceptedPosts()).toHaveLength(1);
  });

  it('is asked about only where there is one', async () => {
    const { publish } = await connectAdministrator();
    const before = await lookups();
    await publish('Thanks to @[Ada](urn:li:person:782bbtaQ) and @acme');
    expect(used.driver.mentions?.mentionsIn('Thanks to @[Ada](urn:li:person:782bbtaQ)')).toBeNull();
    expect(await lookups()).toBe(before);
  });
});
