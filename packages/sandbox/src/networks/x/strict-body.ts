import { isRecord } from '../../http/request-body.ts';
import type { Call } from '../../http/route.ts';
import { refuseBody } from './errors.ts';

/** Checks a value at a JSON path and returns it typed, or refuses the request. */
type Parser<T> = (value: unknown, path: string) => T;

type Shape = Readonly<Record<string, Parser<unknown>>>;

/** The result of an object parser: every key may be missing. */
type Parsed<S extends Shape> = { readonly [K in keyof S]?: ReturnType<S[K]> };

export const boolean: Parser<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : refuseBody(`${path}: ${typeName(value)} found, boolean expected`);

export function string(pattern = /^/): Parser<string> {
  return (value, path) => {
    if (typeof value !== 'string') return refuseBody(`${path}: ${typeName(value)} found, string expected`);
    return pattern.test(value) ? value : refuseBody(`${path}: does not match the regex pattern ${pattern.source}`);
  };
}

export function integer(min: number, max: number): Parser<number> {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return refuseBody(`${path}: ${typeName(value)} found, integer expected`);
    }
    return value >= min && value <= max ? value : refuseBody(`${path}: must be between ${min} and ${max}`);
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): Parser<T> {
  return (value, path) =>
    values.find((each) => each === value) ??
    refuseBody(`${path}: does not have a value in the enumeration [${values.join(', ')}]`);
}

export function arrayOf<T>(item: Parser<T>, { min, max }: { min: number; max: number }): Parser<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return refuseBody(`${path}: ${typeName(value)} found, array expected`);
    if (value.length < min) return refuseBody(`${path}: there must be a minimum of ${min} items in the array`);
    if (value.length > max) return refuseBody(`${path}: there must be a maximum of ${max} items in the array`);
    return value.map((each: unknown, index) => item(each, `${path}[${index}]`));
  };
}

/** An object without any further keys, as every body of the API is. */
export function object<S extends Shape>(shape: S, required: readonly (keyof S & string)[] = []): Parser<Parsed<S>> {
  return (value, path) => {
    if (!isRecord(value)) return refuseBody(`${path}: ${typeName(value)} found, object expected`);
    for (const name of required) {
      if (value[name] === undefined) refuseBody(`${path}.${name}: is missing but it is required`);
    }
    const parsed: { [K in keyof S]?: ReturnType<S[K]> } = {};
    for (const [name, each] of Object.entries(value)) {
      parseKey({ shape, parsed, name, value: each, path });
    }
    return parsed;
  };
}

function parseKey<S extends Shape>(options: {
  shape: S;
  parsed: { [K in keyof S]?: ReturnType<S[K]> };
  name: string;
  value: unknown;
  path: string;
}): void {
  const { shape, parsed, name, value, path } = options;
  const parser = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (!parser) {
    refuseBody(`${path}.${name}: is not defined in the schema and the schema does not allow additional properties`);
  }
  Object.assign(parsed, { [name]: parser(value, `${path}.${name}`) });
}

/** Parses a JSON body; a missing one counts as `{}`. Refuses malformed JSON and other content types. */
export function readJson<T>(call: Call, parser: Parser<T>): T {
  const { body } = call;
  if (body.kind === 'json') return parser(body.value, '$');
  if (body.kind === 'none') return parser({}, '$');
  return refuseBody('The request body is not valid JSON of Content-Type application/json');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
