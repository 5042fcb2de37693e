import type { Context } from 'koa';
import { describeErrors, showName, unknownName } from '../../contract.ts';
import { AppError, invalid } from '../../errors.ts';
import { parseJson } from '../../strict-json.ts';
import { readBody } from './json-body.ts';
import type { OperationFacts, Parameter } from './operation-table.ts';

/** Checked path and query values, by name. @throws AppError invalid_request naming the parameter */
export function readParameters(facts: OperationFacts, ctx: Context): { path: object; query: object } {
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const given = new URLSearchParams(ctx.querystring);
  const known = new Set(facts.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
  // A misspelt `dryRun` must not publish: what is not known is refused. Only the networks may add to their own callback,
  // where a person is waiting: what is wrong there counts as missing, and is answered with a page.
  const isCallback = facts.id === 'completeConnection';
  if (!isCallback) {
    for (const name of given.keys()) {
      if (!known.has(name)) refuseName(name, [...known]);
    }
  }
  for (const parameter of facts.parameters) {
    if (parameter.in === 'path') {
      path[parameter.name] = checked(parameter, (ctx['params'] as Record<string, string>)[parameter.name]);
    } else {
      const value = readQuery(parameter, given.getAll(parameter.name), isCallback);
      if (value !== undefined) query[parameter.name] = value;
    }
  }
  return { path, query };
}

function readQuery(parameter: Parameter, values: readonly string[], isLenient: boolean): unknown {
  try {
    if (parameter.type === 'array') return values.length === 0 ? undefined : checked(parameter, values.join(','));
    if (values.length > 1) throw invalid(parameter.name, 'is given twice');
    return checked(parameter, values[0]);
  } catch (error) {
    if (isLenient) return undefined;
    throw error;
  }
}

function checked(parameter: Parameter, text: string | undefined): unknown {
  if (text === undefined) {
    if (parameter.required) throw invalid(parameter.name, 'is required');
    return parameter.fallback;
  }
  if (text.includes('\0') || !text.isWellFormed()) {
    // It is answered as any other word that names no platform.
    if (parameter.name === 'platform' && parameter.in === 'path') return text;
    throw invalid(parameter.name, 'holds a NUL character or half of a surrogate pair');
  }
  const value = convert(parameter.type, text);
  const validate = parameter.validator();
  if (validate(value)) return value;
  const [problem] = describeErrors(validate.errors ?? [], parameter.name, value);
  throw invalid(parameter.name, problem?.problem ?? 'is not accepted');
}

function convert(type: Parameter['type'], text: string): unknown {
  if (type === 'array') return text.split(',').map((part) => part.trim());
  if (type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** The checked JSON body; undefined where it is optional and missing. @throws AppError 400, 413, 415 */
export async function readJson(facts: OperationFacts, ctx: Context): Promise<{ body: unknown; raw: string }> {
  const raw = await readBody(ctx.req);
  if (!facts.body || (raw === null && !facts.body.required)) return { body: undefined, raw: '' };
  checkMediaType(ctx);
  if (raw === null) throw new AppError('invalid_request', 'body: is required; send a JSON object');
  const body = parseJson(raw);
  const validate = facts.body.validator();
  if (validate(body)) return { body, raw: JSON.stringify(comparedPart(facts, body as object)) };
  const [problem] = describeErrors(validate.errors ?? [], '', body);
  throw invalid(problem?.field ?? 'body', problem?.problem ?? 'is not accepted', problem?.details);
}

/**
 * What the same Idempotency-Key has to come with: neither what says when a call is refused, nor where the sender of a post
 * keeps it, which another machine may name otherwise.
 */
function comparedPart(facts: OperationFacts, body: object): object {
  const { ifPast: _, ...asked } = body as { ifPast?: unknown; source?: unknown };
  if (facts.id !== 'createPost') return asked;
  const { source: _source, ...compared } = asked;
  return compared;
}

function checkMediaType(ctx: Context): void {
  const type = ctx.get('Content-Type').toLowerCase();
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (name !== 'application/json' || !isUtf8) {
    throw new AppError('unsupported_media_type', 'Send the body as UTF-8 JSON with Content-Type: application/json');
  }
  const encoding = ctx.get('Content-Encoding');
  if (encoding !== '' && encoding !== 'identity') {
    throw new AppError('unsupported_media_type', 'Send the body without Content-Encoding');
  }
}

function refuseName(name: string, known: readonly string[]): never {
  const { problem, details } = unknownName('a parameter of this call', name, known);
  throw invalid(showName(name), problem, details);
}
