import { type Form, readForm } from '../../http/form.ts';
import { type Call, Refusal } from '../../http/route.ts';
import { badRequest, refuse } from './errors.ts';

/** Reads the parameters of a call from its query and its body, because clients mix them. */
export async function readParams(call: Call): Promise<Form> {
  const query = Object.fromEntries(call.query);
  if (call.method === 'GET') return { fields: query, files: {} };
  const form = await readForm(call);
  if (!form) throw new Refusal(badRequest("can't parse the request"));
  return { fields: { ...query, ...form.fields }, files: form.files };
}

/** Reads a text; a number counts as text. @returns `undefined` when it is absent. */
export function textParam({ fields }: Form, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : refuse(`${name} must be a text`);
}

export function numberParam(form: Form, name: string): number | undefined {
  const text = textParam(form, name);
  if (text === undefined) return undefined;
  return /^-?\d{1,16}$/.test(text) ? Number(text) : refuse(`${name} must be a number`);
}

/** Reads a truth value. @returns `undefined` when it is absent. */
export function flagParam({ fields }: Form, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  return value === true || value === 1 || /^(?:true|yes|1)$/i.test(String(value));
}

/** Reads a structure, which forms and queries send as JSON in a text. */
export function jsonParam({ fields }: Form, name: string): unknown {
  const value = fields[name];
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return refuse(`can't parse ${name} JSON object`);
  }
}
