import { isRecord, jsonFields } from '../../http/request-body.ts';
import { type Call, Refusal } from '../../http/route.ts';
import { badRequest } from './errors.ts';

/** The parameters of a call, which may come as JSON, as an urlencoded form or as a multipart form, and in the query. */
export class Params {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, string[]>();
  readonly #nested = new Map<string, [string, unknown][]>();

  /** @param entries Names in the spelling of forms, such as `media_ids[]`, or of JSON, with lists as values. */
  constructor(entries: Iterable<readonly [string, unknown]>) {
    for (const [name, value] of entries) this.#add(name, value);
  }

  /** Returns a value; of a name that repeats, the last one. */
  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** Returns the items of a list. A single value is no list, and is ignored. */
  list(name: string): readonly string[] | undefined {
    return this.#lists.get(name);
  }

  /** Returns true for the spellings of true that clients send. */
  flag(name: string): boolean {
    const value = this.#texts.get(name);
    return value !== undefined && !['', '0', 'f', 'F', 'false', 'FALSE', 'off', 'OFF'].includes(value);
  }

  /** Returns true when there is anything under a name that is not blank. */
  has(name: string): boolean {
    return this.#nested.has(name) || this.#lists.has(name) || (this.#texts.get(name) ?? '') !== '';
  }

  /** Returns the parameters under a name, such as `poll[options][]` and `poll[multiple]`. */
  within(name: string): Params | undefined {
    const entries = this.#nested.get(name);
    return entries && new Params(entries);
  }

  #add(name: string, value: unknown): void {
    const [, outer = '', inner, further = ''] = /^([^[]+)\[([^\]]*)\](.*)$/.exec(name) ?? [];
    if (inner !== undefined && /^\d*$/.test(inner) && further === '') this.#append(outer, String(value));
    else if (inner !== undefined) this.#nest(outer, [[`${inner}${further}`, value]]);
    else if (Array.isArray(value)) for (const each of value) this.#append(name, String(each));
    else if (isRecord(value)) this.#nest(name, Object.entries(value));
    else if (value !== null && value !== undefined) this.#texts.set(name, String(value));
  }

  #nest(name: string, entries: [string, unknown][]): void {
    this.#nested.set(name, [...(this.#nested.get(name) ?? []), ...entries]);
  }

  #append(name: string, item: string): void {
    this.#lists.set(name, [...(this.#lists.get(name) ?? []), item]);
  }
}

/** Reads the parameters of a call. Refuses malformed JSON and forms. */
export function readParams({ query, body }: Call): Params {
  if (body.kind === 'malformed') throw new Refusal(badRequest());
  const isForm = body.kind === 'form' || body.kind === 'multipart';
  return new Params([...query, ...(isForm ? body.entries : Object.entries(jsonFields(body) ?? {}))]);
}
