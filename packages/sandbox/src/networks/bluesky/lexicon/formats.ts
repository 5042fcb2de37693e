import { CID } from 'multiformats/cid';

const rawCode = 0x55;

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const handle = new RegExp(`^(?:${label}\\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$`);
const did = /^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$/;
const nsid = new RegExp(`^[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.${label})+\\.[a-zA-Z][a-zA-Z0-9]{0,62}$`);
const recordKey = /^[a-zA-Z0-9_~.:-]{1,512}$/;
const tid = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const uri = /^\w+:(?:\/\/)?[^\s/]\S*$/;
const language =
  /^(?:[a-z]{2,3}(?:-[A-Za-z]{3}){0,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?(?:-(?:[A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-[xX](?:-[A-Za-z0-9]{1,8})+)?|[xX](?:-[A-Za-z0-9]{1,8})+)$/;
const datetime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Returns true for a DID of any method. */
export function isDid(text: string): boolean {
  return text.length <= 2048 && did.test(text);
}

function isHandle(text: string): boolean {
  return text.length <= 253 && handle.test(text);
}

function isNsid(text: string): boolean {
  return text.length <= 317 && nsid.test(text);
}

export function isRecordKey(text: string): boolean {
  return recordKey.test(text) && text !== '.' && text !== '..';
}

function isTid(text: string): boolean {
  return tid.test(text);
}

export function isCid(text: string): boolean {
  try {
    return CID.parse(text).toString() === text;
  } catch {
    return false;
  }
}

/** Returns true for the id of a file, which is that of its plain bytes. */
export function isFileCid(text: string): boolean {
  return isCid(text) && CID.parse(text).code === rawCode;
}

function isAtUri(text: string): boolean {
  const [authority = '', collection, key, ...rest] = text.replace(/^at:\/\//, '').split('/');
  return (
    text.startsWith('at://') &&
    text.length <= 8192 &&
    rest.length === 0 &&
    (isDid(authority) || isHandle(authority)) &&
    (collection === undefined || isNsid(collection)) &&
    (key === undefined || isRecordKey(key))
  );
}

/** A time has to have a zone; `-00:00` does not count as one. */
function isDatetime(text: string): boolean {
  if (text.length > 64 || text.endsWith('-00:00') || text.startsWith('000')) return false;
  return datetime.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * The formats of texts, by the name in the network's messages.
 *
 * @see https://atproto.com/specs/lexicon#string-formats (read 2026-11-24)
 */
export const formats = {
  'AT identifier': (text: string) => isDid(text) || isHandle(text),
  'at-uri': isAtUri,
  'CID string': isCid,
  datetime: isDatetime,
  DID: isDid,
  handle: isHandle,
  language: (text: string) => language.test(text),
  NSID: isNsid,
  'record key': isRecordKey,
  'TID string': isTid,
  uri: (text: string) => uri.test(text),
} as const;

/** The name of a format. */
export type Format = keyof typeof formats;
