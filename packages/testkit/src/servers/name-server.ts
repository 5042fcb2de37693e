import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const TYPES = { A: 1, AAAA: 28 } as const;
const FAILURES = { broken: 2, unknown: 3 } as const;

/** Type of the records in a question: IPv4 or IPv6 addresses. */
export type RecordType = keyof typeof TYPES;

/** Addresses (the answer leaves out the other family's), a failure, or no answer. */
export type NameAnswer = readonly string[] | keyof typeof FAILURES | 'silent';

/** A name server whose answers a test decides. */
export interface NameServer extends AsyncDisposable {
  /** As `address:port`. */
  readonly address: string;
}

/**
 * Starts a name server on UDP. Its answers must not be cached (TTL 0).
 * @param answer called for every question, so that two answers to the same question can differ
 * @see RFC 1035 section 4
 */
export async function startNameServer(
  answer: (name: string, type: RecordType) => NameAnswer,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query);
    const found = type ? answer(name, type) : [];
    if (found === 'silent') return;
    const records = typeof found === 'string' ? [] : found.flatMap((address) => toRecord(address, type));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (typeof found === 'string' ? FAILURES[found] : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.fill(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port, peer.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, resolve);
  });
  return {
    address: `${host}:${(socket.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function readQuestion(query: Buffer): { name: string; type: RecordType | undefined; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = query.readUInt16BE(at + 1);
  const type = (Object.keys(TYPES) as RecordType[]).find((each) => TYPES[each] === code);
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

/** Returns the record of an address, and nothing for an address of the other family. */
function toRecord(address: string, type: RecordType | undefined): Buffer[] {
  if (!type || (type === 'AAAA') !== address.includes(':')) return [];
  const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(12);
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TYPES[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return [Buffer.concat([head, data])];
}

function ipv6Bytes(address: string): Buffer {
  // The URL parser writes every spelling in groups of hexadecimal digits.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [front, back] = [left, right ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - (front?.length ?? 0) - (back?.length ?? 0)).fill('0');
  const groups = [...(front ?? []), ...zeros, ...(back ?? [])];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
