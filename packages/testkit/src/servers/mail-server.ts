import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a mail server took it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers by their lower-case names; a header that is there twice has both values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly subject: string;
  readonly text: string;
  /** Set when the connection was encrypted. */
  readonly isEncrypted: boolean;
  /** User who had signed in; undefined without a sign-in. */
  readonly user: string | undefined;
}

/** A mail server on this machine that keeps what it takes. */
export interface MailCatcher extends AsyncDisposable {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Connections so far. */
  connections: number;
  /** Decides about a mail when its recipient is named. Throwing refuses, with `responseCode` of the error. */
  judge: (recipient: string) => void;
}

/** An answer of a mail server that refuses. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Starts a mail server. Without options it takes every mail, without encryption and sign-in. */
export async function startMailCatcher(options: SMTPServerOptions = {}): Promise<MailCatcher> {
  const catcher = {
    port: 0,
    mails: [] as ReceivedMail[],
    connections: 0,
    judge: (_recipient: string): void => undefined,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      catcher.connections += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => {
      try {
        catcher.judge(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData: (stream, session, done) => {
      void readText(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        catcher.mails.push({
          ...{ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          ...{
            isEncrypted: session.secure === true,
            user: typeof session.user === 'string' ? session.user : undefined,
          },
          ...readMail(raw),
        });
        done();
      }, done);
    },
    ...options,
  });
  // A client that gives up is no failure of a test.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  catcher.port = (server.server.address() as AddressInfo).port;
  return Object.assign(catcher, {
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const isQuoted = headers.get('content-transfer-encoding')?.[0] === 'quoted-printable';
  const given = body.join('\r\n\r\n');
  const text = (isQuoted ? unquote(given) : given).replaceAll('\r\n', '\n').trim();
  return { headers, text, subject: headers.get('subject')?.[0] ?? '' };
}

/** @see RFC 2045 section 6.7 */
function unquote(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
