import { isLoopback } from '../addresses.ts';
import { ConfigError } from '../errors.ts';
import type { Environment } from './environment.ts';

/** The server that mails are handed to, and whom they are from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * `always`: from the first byte; `required`: by STARTTLS before anything is said; both with a certificate that is checked.
   * `if offered`: by STARTTLS with any certificate, or not, for a server on this machine or in a closed network.
   */
  readonly encryption: 'always' | 'required' | 'if offered';
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: Sender;
}

export interface Sender {
  /** Empty for none. */
  readonly name: string;
  readonly address: string;
}

const URL_NAME = 'SOCIAL_SMTP_URL';
const FROM_NAME = 'SOCIAL_MAIL_FROM';
const FORM = 'smtps://user:password@mail.example.com';
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** Reads the server that mails are handed to. @returns null when none is set @throws ConfigError without the password in it */
export function readMailServer(settings: Environment): MailServer | null {
  const address = settings.secret(URL_NAME);
  const from = settings.secret(FROM_NAME);
  if (address === undefined && from === undefined) return null;
  if (address === undefined)
    throw new ConfigError(URL_NAME, `is missing, and ${FROM_NAME} is set; use the form ${FORM}`);
  if (from === undefined)
    throw new ConfigError(FROM_NAME, `is missing, and ${URL_NAME} is set; use the form Social <social@example.com>`);
  return { ...readAddress(settings, address), from: readSender(from) };
}

function readAddress(settings: Environment, address: string): Omit<MailServer, 'from'> {
  const url = URL.parse(address);
  const port = url === null ? undefined : PORTS[url.protocol];
  if (
    url === null ||
    port === undefined ||
    url.hostname === '' ||
    /[?#]|[^/]\/[^/]/.test(address.replace(/^\w+:\/\/[^/]*@/, ''))
  ) {
    throw new ConfigError(
      URL_NAME,
      `is not the address of a mail server; use the form ${FORM}, with signs such as @ and / of the password as %40 and %2F`,
    );
  }
  const { username, password, protocol } = url;
  if ((username === '') !== (password === ''))
    throw new ConfigError(URL_NAME, `needs both a user and a password, or none; use the form ${FORM}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    encryption: protocol === 'smtps:' ? 'always' : encryptionOf(settings, host),
    login: username === '' ? null : { user: decoded(username), password: decoded(password) },
  };
}

/** A server on this machine, or in a closed network, may have no encryption. */
function encryptionOf(settings: Environment, host: string): MailServer['encryption'] {
  const isOpenAllowed = /^(?:true|1)$/.test(settings.text('SOCIAL_INSECURE_HTTP') ?? '');
  return isLoopback(host) || isOpenAllowed ? 'if offered' : 'required';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new ConfigError(URL_NAME, 'has a % in its user or password that begins no sign; write it as %25', cause);
  }
}

function readSender(text: string): Sender {
  const [, name = '', inside, bare] = /^(?:"?([^"<>@]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/.exec(text) ?? [];
  const address = inside ?? bare ?? '';
  if (/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/.test(address))
    return { name: name.trim(), address };
  throw new ConfigError(FROM_NAME, 'is not a sender; use the form Social <social@example.com>, or an address alone');
}
