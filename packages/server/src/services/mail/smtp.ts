import type { MailServer } from '../../config/mail-server.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 15_000;

/** A mail as it is handed over. The id is the same in every try, so that a mail program shows a repeated mail once. */
export interface Letter {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail that was not handed over. The message holds no secret. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** `refused`: the server will never take this mail; `later`: it may take it later; `unreachable`: it takes none now. */
  readonly kind: 'refused' | 'later' | 'unreachable';

  constructor(kind: MailError['kind'], message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface Smtp {
  /** Hands a mail to the server. @throws MailError */
  send(letter: Letter): Promise<void>;
  /** Connects and signs in, without a mail. @throws MailError */
  check(): Promise<void>;
}

/** Makes the connection to the mail server. The library is loaded by the first mail. */
export function createSmtp({ host, port, encryption, login, from }: MailServer): Smtp {
  async function transport() {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure: encryption === 'always',
      requireTLS: encryption === 'required',
      tls: { rejectUnauthorized: encryption !== 'if offered' },
      ...(login && { auth: { user: login.user, pass: login.password } }),
      ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS },
      // A mail names no file and no address to read.
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  }

  return {
    async send({ id, to, subject, text }) {
      const connection = await transport();
      await connection
        .sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        .catch((error: unknown) => {
          throw explain(error);
        })
        .finally(() => connection.close());
    },
    async check() {
      const connection = await transport();
      await connection
        .verify()
        .catch((error: unknown) => {
          throw explain(error);
        })
        .finally(() => connection.close());
    },
  };
}

/** Errors in which the mail itself was judged. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

function explain(error: unknown): MailError {
  const {
    code = '',
    responseCode = 0,
    message = 'no answer',
  } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    message?: string;
  };
  const said = message.replace(/\s+/g, ' ').slice(0, 300);
  if (!ABOUT_THE_MAIL.includes(code)) return new MailError('unreachable', `${said}${code && ` (${code})`}`, error);
  return new MailError(responseCode >= 500 ? 'refused' : 'later', said, error);
}
