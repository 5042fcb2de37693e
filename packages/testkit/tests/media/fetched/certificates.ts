import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A private key and its certificate, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const ECDSA_WITH_SHA256 = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = tagged(0x06, Buffer.from('550403', 'hex'));
const SUBJECT_ALT_NAME = tagged(0x06, Buffer.from('551d11', 'hex'));
const DAY_MS = 86_400_000;

/**
 * Makes a certificate that signs itself, for one host name or IPv4 address.
 * @param days until the certificate expires; negative if it has expired
 * @see RFC 5280 section 4.1
 */
export function selfSigned(host: string, days: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const serial = tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(host)))));
  const end = Date.now() + days * DAY_MS;
  const validity = sequence(time(Math.min(Date.now(), end) - DAY_MS), time(end));
  const octets = host.split('.').map(Number);
  const isAddress = octets.length === 4 && octets.every(Number.isInteger);
  const alternative = isAddress ? tagged(0x87, Buffer.from(octets)) : tagged(0x82, Buffer.from(host));
  const extensions = tagged(0xa3, sequence(sequence(SUBJECT_ALT_NAME, tagged(0x04, sequence(alternative)))));
  const version = tagged(0xa0, tagged(0x02, Buffer.from([2])));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = sequence(version, serial, ECDSA_WITH_SHA256, name, validity, name, spki, extensions);
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const text = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function time(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x17, Buffer.from(text.slice(2)));
}
