import { isRecord } from '../../../http/request-body.ts';
import { includesType } from '../../check-media.ts';
import { countGraphemes } from '../../graphemes.ts';
import { type Format, formats, isFileCid } from './formats.ts';
import { InvalidValueError, type Path, preview, unexpectedType, unexpectedValue } from './issue.ts';

/**
 * The rules of a value.
 *
 * @see https://atproto.com/specs/lexicon (read 2026-11-24)
 */
export interface Schema<T> {
  /** Returns the value. @throws {InvalidValueError} For the first rule that it breaks. */
  readonly check: (value: unknown, path: Path) => T;
  /** Set for members that may be left out. */
  readonly isOptional?: true;
  /** Reads the value from the texts that a query has for it; the first one by default. */
  readonly fromQuery?: (texts: readonly string[]) => unknown;
}

/** The type of the values that a schema accepts. */
export type ValueOf<S> = S extends Schema<infer T> ? T : never;

interface Optional<T> extends Schema<T | undefined> {
  readonly isOptional: true;
}

type Shape = Readonly<Record<string, Schema<unknown>>>;

type ObjectOf<S extends Shape> = {
  readonly [K in keyof S as S[K] extends { readonly isOptional: true } ? never : K]: ValueOf<S[K]>;
} & {
  readonly [K in keyof S as S[K] extends { readonly isOptional: true } ? K : never]?: ValueOf<S[K]>;
};

/** A schema of objects whose member `$type` names them. */
export interface Typed<T> extends Schema<T> {
  readonly type: string;
}

interface TextRules {
  readonly format?: Format;
  /** Bytes of UTF-8. */
  readonly maxLength?: number;
  readonly maxGraphemes?: number;
}

export function text({ format, maxLength, maxGraphemes }: TextRules = {}): Schema<string> {
  return {
    check: (value, path) => {
      if (typeof value !== 'string') throw new InvalidValueError(unexpectedType(value, ['string']), path);
      const bytes = Buffer.byteLength(value);
      if (maxLength !== undefined && bytes > maxLength) throw tooBig('string', maxLength, bytes, path);
      if (maxGraphemes !== undefined && value.length > maxGraphemes) {
        const graphemes = countGraphemes(value);
        if (graphemes > maxGraphemes) throw tooBig('grapheme', maxGraphemes, graphemes, path);
      }
      if (format === undefined || formats[format](value)) return value;
      throw new InvalidValueError(`Invalid ${format} (got ${preview(value)})`, path);
    },
  };
}

export function literal(allowed: string): Schema<string> {
  return {
    check: (value, path) => {
      if (value === allowed) return allowed;
      throw new InvalidValueError(unexpectedValue(value, [allowed]), path);
    },
  };
}

export function integer({ minimum, maximum }: { minimum?: number; maximum?: number } = {}): Schema<number> {
  return {
    fromQuery: ([value = '']) => (/^-?\d+$/.test(value) ? Number(value) : value),
    check: (value, path) => {
      if (!Number.isSafeInteger(value)) throw new InvalidValueError(unexpectedType(value, ['integer']), path);
      const number = value as number;
      if (minimum !== undefined && number < minimum) {
        throw new InvalidValueError(`integer too small (minimum ${minimum}, got ${number})`, path);
      }
      if (maximum !== undefined && number > maximum) throw tooBig('integer', maximum, number, path);
      return number;
    },
  };
}

export function flag(): Schema<boolean> {
  return {
    fromQuery: ([value]) => (value === 'true' ? true : value === 'false' ? false : value),
    check: (value, path) => {
      if (typeof value === 'boolean') return value;
      throw new InvalidValueError(unexpectedType(value, ['boolean']), path);
    },
  };
}

export function list<T>(item: Schema<T>, { maxLength }: { maxLength?: number } = {}): Schema<readonly T[]> {
  return {
    fromQuery: (texts) => texts,
    check: (value, path) => {
      if (!Array.isArray(value)) throw new InvalidValueError(unexpectedType(value, ['array']), path);
      if (maxLength !== undefined && value.length > maxLength) throw tooBig('array', maxLength, value.length, path);
      return value.map((each: unknown, index) => item.check(each, [...path, index]));
    },
  };
}

export function optional<T>(schema: Schema<T>): Optional<T> {
  return {
    isOptional: true,
    ...(schema.fromQuery && { fromQuery: schema.fromQuery }),
    check: (value, path) => (value === undefined ? undefined : schema.check(value, path)),
  };
}

/** Takes `null`, too. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return { check: (value, path) => (value === null ? null : schema.check(value, path)) };
}

/** An object; members that the shape does not name are accepted and kept. */
export function object<S extends Shape>(shape: S): Schema<ObjectOf<S>> {
  return {
    check: (value, path) => {
      if (!isRecord(value)) throw new InvalidValueError(unexpectedType(value, ['object']), path);
      for (const [name, member] of Object.entries(shape)) {
        if (!(name in value) && !member.isOptional) {
          throw new InvalidValueError(`Missing required key "${name}"`, path);
        }
        member.check(value[name], [...path, name]);
      }
      return value as ObjectOf<S>;
    },
  };
}

/** The parameters of a query, whose values are texts. */
export function parameters<S extends Shape>(shape: S): Schema<ObjectOf<S>> {
  const schema = object(shape);
  return {
    check: (value, path) => {
      const query = value as URLSearchParams;
      const given = Object.entries(shape).filter(([name]) => query.has(name));
      const read = given.map(([name, { fromQuery = ([first]: readonly string[]) => first }]) => [
        name,
        fromQuery(query.getAll(name)),
      ]);
      return schema.check(Object.fromEntries(read), path);
    },
  };
}

/** An object that may say its type, which then has to be this one. */
export function typed<S extends Shape>(type: string, shape: S): Typed<ObjectOf<S>> {
  const schema = object(shape);
  return {
    type,
    check: (value, path) => {
      const given = isRecord(value) ? value['$type'] : undefined;
      if (given === undefined || given === type) return schema.check(value, path);
      throw new InvalidValueError(unexpectedValue(given, [type]), [...path, '$type']);
    },
  };
}

/** One of several types; an open union takes objects of any other type, whatever is in them. */
export function union<T>(
  members: readonly Typed<T>[],
  { isClosed = false }: { isClosed?: boolean } = {},
): Schema<T & { readonly $type: string }> {
  return {
    check: (value, path) => {
      if (!isRecord(value) || !('$type' in value)) {
        throw new InvalidValueError(unexpectedType(value, ['an object which includes the "$type" property']), path);
      }
      const type = value['$type'];
      const member = members.find((each) => each.type === type);
      const names = members.map((each) => each.type);
      if (!member && isClosed) throw new InvalidValueError(unexpectedValue(type, names), [...path, '$type']);
      if (typeof type !== 'string') throw new InvalidValueError(unexpectedType(type, ['string']), [...path, '$type']);
      return (member?.check(value, path) ?? value) as T & { readonly $type: string };
    },
  };
}

/** The reference to a file in a record. */
export interface BlobRef {
  readonly $type: 'blob';
  readonly ref: { readonly $link: string };
  readonly mimeType: string;
  readonly size: number;
}

/** Returns true for the reference to a file. */
export function isBlobRef(value: unknown): value is BlobRef {
  if (!isRecord(value) || value['$type'] !== 'blob') return false;
  const { ref, mimeType, size } = value;
  const link = isRecord(ref) ? ref['$link'] : undefined;
  const isSize = Number.isSafeInteger(size) && (size as number) >= 0;
  return typeof link === 'string' && isFileCid(link) && typeof mimeType === 'string' && isSize;
}

/** A file of certain types; the server believes the size and the type in the reference. */
export function blob({ accept, maxSize }: { accept: readonly string[]; maxSize: number }): Schema<BlobRef> {
  return {
    check: (value, path) => {
      if (!isBlobRef(value)) throw new InvalidValueError(unexpectedType(value, ['blob']), path);
      if (!includesType(accept, value.mimeType)) {
        throw new InvalidValueError(unexpectedValue(value.mimeType, accept), [...path, 'mimeType']);
      }
      if (value.size > maxSize) throw tooBig('blob', maxSize, value.size, path);
      return value;
    },
  };
}

function tooBig(what: string, maximum: number, actual: number, path: Path): InvalidValueError {
  return new InvalidValueError(`${what} too big (maximum ${maximum}, got ${actual})`, path);
}
