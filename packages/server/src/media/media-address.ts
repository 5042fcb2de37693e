import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '../addresses.ts';
import type { Clock } from '../clock.ts';

const LIFETIME_MS = 24 * 3_600_000;
/** Time that a caller who reads an address has to open it. */
const TIME_TO_OPEN_MS = 3_600_000;
const EXPIRY_BYTES = 6;
const PROOF_BYTES = 20;
const FILE = /^([0-9a-f]{64})\.([a-z0-9]{2,4})$/;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'video/x-flv': 'flv',
  'video/x-ms-wmv': 'wmv',
  'video/mpeg': 'mpg',
  'video/mp2t': 'ts',
  'video/3gpp': '3gp',
  'video/3gpp2': '3g2',
  'video/ogg': 'ogv',
  'application/pdf': 'pdf',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** Extension of the files of a type, as addresses have it. */
export const extensionOf = (contentType: string): string => EXTENSIONS[contentType] ?? 'bin';

/** A stored file that an address names. */
export interface AddressedFile {
  readonly sha256: string;
  readonly contentType: string;
}

export type MediaAddresses = ReturnType<typeof createMediaAddresses>;

/** Creates and reads the addresses of stored files, which cannot be guessed and last a day. @param deps `secret` signs nothing else */
export function createMediaAddresses(deps: {
  secret: string;
  baseUrl: string;
  clock: Clock;
  /** Set when the networks are on this machine, as in a sandbox. */
  allowLoopback: boolean;
}) {
  const { secret, baseUrl, clock, allowLoopback } = deps;
  const isReachable = isReachableFromOutside(baseUrl, allowLoopback);

  function prove(expiry: Buffer, file: string): Buffer {
    return createHmac('sha256', secret).update(expiry).update(file).digest().subarray(0, PROOF_BYTES);
  }

  /** @param from instant from which it lasts a day, in milliseconds since 1970 */
  function addressOf({ sha256, contentType }: AddressedFile, from = clock.now()): string {
    const file = `${sha256}.${extensionOf(contentType)}`;
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeUIntBE(from + LIFETIME_MS, 0, EXPIRY_BYTES);
    return `${baseUrl}/media/${Buffer.concat([expiry, prove(expiry, file)]).toString('base64url')}/${file}`;
  }

  /** Instant at which a signature expires, in milliseconds since 1970; null for a signature that this server has not made. */
  function read(signature: string, file: string): number | null {
    const bytes = Buffer.from(signature, 'base64url');
    if (bytes.length !== EXPIRY_BYTES + PROOF_BYTES || bytes.toString('base64url') !== signature) return null;
    const expiry = bytes.subarray(0, EXPIRY_BYTES);
    const isOurs = timingSafeEqual(bytes.subarray(EXPIRY_BYTES), prove(expiry, file));
    return isOurs ? expiry.readUIntBE(0, EXPIRY_BYTES) : null;
  }

  return {
    addressOf,

    /** Address of this server; null where no network reaches it. */
    publicBase: isReachable ? baseUrl : null,

    /** Address from which a network can fetch the file; null where no network reaches this server. */
    publicAddressOf: (file: AddressedFile): string | null => (isReachable ? addressOf(file) : null),

    /** SHA-256 of the file that the two parts of an address name; null for an expired or forged address. */
    verify(signature: string, file: string): string | null {
      const expiry = read(signature, file);
      return expiry !== null && expiry > clock.now() ? (FILE.exec(file)?.[1] ?? null) : null;
    },

    /** Returns true while an address opens its file for another hour. */
    isCurrent(url: string): boolean {
      const [, , signature = '', file = ''] = URL.parse(url)?.pathname.split('/') ?? [];
      const expiry = read(signature, file);
      return expiry !== null && expiry > clock.now() + TIME_TO_OPEN_MS;
    },

    /**
     * SHA-256 of the stored file that an address of this server names; null for any other address. Accepts expired addresses (the
     * caller checks that the workspace owns the file) and, by their signature, addresses issued under a former base URL.
     */
    ownFileOf(url: string): string | null {
      if (!URL.canParse(url)) return null;
      const asked = new URL(url);
      const [, folder, signature = '', file = '', ...more] = asked.pathname.split('/');
      if (folder !== 'media' || more.length > 0 || asked.search !== '') return null;
      const isOwn = isSameServer(asked, new URL(baseUrl)) || read(signature, file) !== null;
      return isOwn ? (FILE.exec(file)?.[1] ?? null) : null;
    },
  };
}

function isSameServer(asked: URL, own: URL): boolean {
  if (asked.origin === own.origin) return true;
  return isLoopback(asked.hostname) && isLoopback(own.hostname) && asked.port === own.port;
}

function isReachableFromOutside(baseUrl: string, allowLoopback: boolean): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  if (isLoopback(hostname)) return allowLoopback;
  const bare = hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(bare) ? isPublicAddress(bare) : /\.(?!local$|localhost$|internal$)[^.]+$/.test(bare);
  return protocol === 'https:' && isPublic;
}
