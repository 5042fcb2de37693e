import type { Context } from 'koa';
import { BodyTooLargeError, isRecord, jsonFields, readRequestBody } from './request-body.ts';

/** A mistake in a control call; the message is sent to the caller. */
export class InputError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** The fields of a JSON body. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads a JSON object that has known keys only. @throws {InputError} */
export async function readFields(ctx: Context, known: readonly string[]): Promise<Fields> {
  const body = await readRequestBody(ctx.req).catch((error: unknown) => {
    throw error instanceof BodyTooLargeError ? new InputError(error.message, 413) : error;
  });
  const fields = jsonFields(body);
  if (!fields) throw new InputError('a JSON object with Content-Type application/json is expected');
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new InputError(`unknown field ${unknown}; allowed: ${known.join(', ')}`);
  return fields;
}

export function readChoice<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T {
  const value = fields[name];
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new InputError(`${name} has to be one of: ${allowed.join(', ')}`);
}

export function readText(fields: Fields, name: string, pattern: RegExp): string {
  const value = fields[name];
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new InputError(`${name} has to be a text of the form ${pattern.source}`);
}

export function readFlag(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value === 'boolean') return value;
  throw new InputError(`${name} has to be true or false`);
}

/** Reads a whole number within limits. @returns `undefined` when it is absent. */
export function readCount(
  fields: Fields,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new InputError(`${name} has to be a whole number from ${min} to ${max}`);
}

/** Reads the members that an object has, each by its reader; it has no others. @throws {InputError} */
export function readMembers<T extends object>(value: unknown, name: string, readers: Readers<T>): Partial<T> {
  if (!isRecord(value)) throw new InputError(`${name} has to be an object of settings`);
  const unknown = Object.keys(value).find((each) => !Object.hasOwn(readers, each));
  if (unknown !== undefined) {
    throw new InputError(`unknown field ${name}.${unknown}; allowed: ${Object.keys(readers).join(', ')}`);
  }
  const given = (Object.keys(readers) as (keyof T & string)[]).filter((each) => value[each] !== undefined);
  return Object.fromEntries(given.map((each) => [each, readers[each](value, each)])) as Partial<T>;
}

type Readers<T extends object> = { readonly [Name in keyof T]: (fields: Fields, name: string) => T[Name] };
