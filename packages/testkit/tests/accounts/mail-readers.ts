import { type ReceivedMail, startMailCatcher, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, vi } from 'vitest';

export const from = { name: 'Social', address: 'social@example.com' };
const mailServer = { host: '127.0.0.1', encryption: 'if offered' as const, login: null, from };

export const tokenIn = ({ text }: ReceivedMail) => /#([A-Za-z0-9_-]{43})$/m.exec(text)?.[1] ?? '';
export const linksIn = ({ text }: ReceivedMail) => text.match(/\b[a-z]+:\/\/\S+/g) ?? [];

/** Starts a stack that mails to a catcher before the tests of a file. */
export function useMailReaders() {
  const catcher = useResource(() => startMailCatcher());
  const { stack, clock } = useStack({
    clock: true,
    config: {
      get mailServer() {
        return { ...mailServer, port: catcher.port };
      },
    },
  });

  const arrived = (to: string) => catcher.mails.filter((mail) => mail.to.includes(to));
  const until = (to: string, count: number): Promise<ReceivedMail[]> =>
    vi.waitFor(() => {
      const found = arrived(to);
      expect(found.map(({ subject }) => subject)).toHaveLength(count);
      return found;
    }, 20_000);

  async function createReader(options: { connect?: readonly string[] } = {}) {
    const workspace = await stack.createWorkspace(options);
    const browser = await workspace.browser();
    const { email } = workspace;
    return {
      ...workspace,
      visit: browser.visit.bind(browser),
      read: async () => (await browser.visit('GET', '/api/account/mail')).body,
      change: (body: object) => browser.visit('PATCH', '/api/account/mail', { body }),
      ask: () => browser.visit('POST', '/api/account/mail/confirmation'),
      async confirm(to = email) {
        expect(await browser.visit('POST', '/api/account/mail/confirmation')).toMatchObject({ status: 200 });
        const [mail] = await until(to, 1);
        const token = tokenIn(mail as ReceivedMail);
        return stack.anonymous('POST', '/api/account/mail/confirm', { body: { token } });
      },
      /** Publishes what the network refuses. */
      async fail(text = uniqueText('Refused')) {
        await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
        const { body } = await workspace.publish({ text, platforms: ['profnet'] });
        expect(body.outcome).toBe('failed');
        return body.id as string;
      },
    };
  }

  return { arrived, catcher, clock, createReader, stack, until };
}
