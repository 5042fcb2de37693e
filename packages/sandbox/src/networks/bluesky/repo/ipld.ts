import { createHash } from 'node:crypto';
import { decode, encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { create as createDigest } from 'multiformats/hashes/digest';
import { isRecord } from '../../../http/request-body.ts';
import type { Json, JsonObject } from '../../../http/route.ts';
import { isCid } from '../lexicon/formats.ts';
import { InvalidValueError, type Path, unexpectedType } from '../lexicon/issue.ts';

const sha256Code = 0x12;
const dagCborCode = 0x71;
const rawCode = 0x55;
const numbersOf = ['null', 'boolean', 'integer', 'string', 'cid', 'bytes', 'array', 'object'] as const;

/** A record as it is stored and addressed. */
export interface Block {
  readonly cid: string;
  /** The record as readers get it: in the order of the encoding. */
  readonly value: JsonObject;
}

/**
 * Encodes a record, and returns what comes back from the encoding.
 *
 * @throws {RangeError} For an integer that the encoding cannot hold exactly.
 * @see https://atproto.com/specs/data-model (read 2026-11-24)
 */
export function encodeRecord(record: JsonObject): Block {
  const data = encode(toData(record));
  return { cid: cidOf(data, dagCborCode), value: fromData(decode(data)) as JsonObject };
}

/** Returns the id of a file. */
export function fileCid(sha256: string): string {
  return CID.createV1(rawCode, createDigest(sha256Code, Buffer.from(sha256, 'hex'))).toString();
}

/** Refuses numbers with a fraction anywhere in a record. @throws {InvalidValueError} */
export function checkNumbers(value: unknown, path: Path): void {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    throw new InvalidValueError(unexpectedType(value, numbersOf), path);
  }
  if (Array.isArray(value)) for (const [index, each] of value.entries()) checkNumbers(each, [...path, index]);
  else if (isRecord(value)) for (const [name, each] of Object.entries(value)) checkNumbers(each, [...path, name]);
}

function cidOf(data: Uint8Array, code: number): string {
  const hash = createHash('sha256').update(data).digest();
  return CID.createV1(code, createDigest(sha256Code, hash)).toString();
}

function toData(value: Json | undefined): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is not exact`);
  if (Array.isArray(value)) return value.map((each: Json) => toData(each));
  if (!isRecord(value)) return value;
  const [name, ...others] = Object.keys(value);
  const only = others.length === 0 && name !== undefined ? value[name] : undefined;
  if (name === '$link' && typeof only === 'string' && isCid(only)) return CID.parse(only);
  if (name === '$bytes' && typeof only === 'string') return new Uint8Array(Buffer.from(only, 'base64'));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toData(each as Json)]));
}

function fromData(value: unknown): Json {
  const link = CID.asCID(value);
  if (link) return { $link: link.toString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64').replace(/=+$/, '') };
  if (Array.isArray(value)) return value.map(fromData);
  if (!isRecord(value)) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromData(each)]));
}
