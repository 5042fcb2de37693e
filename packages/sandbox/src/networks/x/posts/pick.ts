import type { Json } from '../../../http/route.ts';

/** Readers of the fields of an object that are shown only when they are asked for. */
export type FieldReaders = Readonly<Record<string, () => Json | undefined>>;

/** Computes the fields that were asked for, and leaves out those without a value. */
export function pick(values: FieldReaders, fields: ReadonlySet<string>): Record<string, Json> {
  const picked: Record<string, Json> = {};
  for (const [name, read] of Object.entries(values)) {
    const value = fields.has(name) ? read() : undefined;
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
