import type { Context } from 'koa';
import { describeErrors, showName, unknownName } from '../../contract.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Upload } from '../../media/receive-upload.ts';
import { parseJson } from '../../strict-json.ts';
import { isEncoded, readBody } from './body.ts';
import { readIncomingFile } from './incoming-file.ts';
import { type OperationFacts, type Parameter, PROBES } from './operation-table.ts';

/** The checked input of a call. */
export interface Input {
  /** Values by their names in the contract. */
  readonly path: object;
  readonly query: object;
  /** Parsed JSON; undefined when it is optional and missing. */
  readonly body: unknown;
  /** The body of an operation that takes a file, else null. */
  readonly upload: Omit<Upload, 'name'> | null;
  /** JSON that must be the same in every call with one Idempotency-Key; written anew, so that white space does not count. */
  readonly comparedBody: string;
}

/**
 * Reads and checks parameters and body.
 * @param untilTurn called once the body has arrived, before it is parsed
 * @throws AppError invalid_request naming the field, invalid_json, 413, 415
 */
export async function readInput(facts: OperationFacts, ctx: Context, untilTurn: () => Promise<void>): Promise<Input> {
  const parameters = readParameters(facts, ctx);
  const upload = facts.takesFile ? readIncomingFile(ctx) : null;
  const raw = upload ? null : await readBody(ctx.req);
  await untilTurn();
  const body = upload ? undefined : parseBody(facts, ctx, raw);
  return {
    ...parameters,
    upload,
    body,
    comparedBody: body === undefined ? '' : JSON.stringify(comparedPart(facts, body)),
  };
}

const NOTHING_GIVEN = new URLSearchParams();

function readParameters(facts: OperationFacts, ctx: Context): Pick<Input, 'path' | 'query'> {
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const { querystring } = ctx;
  const given = querystring === '' ? NOTHING_GIVEN : new URLSearchParams(querystring);
  // A misspelt `dryRun` must not publish, so unknown names are refused. Only a network may add names to its own callback, where
  // a person waits: a wrong value counts as missing there, and the answer is a page.
  const isCallback = facts.id === 'completeConnection';
  if (!isCallback && !PROBES.includes(facts.id)) refuseUnknownNames(facts, given.keys());
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

function refuseUnknownNames(facts: OperationFacts, names: Iterable<string>): void {
  const known = facts.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const { problem, details } = unknownName('a parameter of this call', name, known);
    throw invalid(showName(name), problem, details);
  }
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
    // The operation answers this like every other unknown platform.
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

function parseBody(facts: OperationFacts, ctx: Context, raw: Buffer | null): object | undefined {
  if (!facts.body || (raw === null && !facts.body.required)) return undefined;
  if (raw === null) throw new AppError('invalid_request', 'body: is required; send a JSON object');
  checkMediaType(ctx);
  const body = parseJson(raw);
  const validate = facts.body.validator();
  if (validate(body)) return body as object;
  const [problem] = describeErrors(validate.errors ?? [], '', body);
  throw invalid(problem?.field ?? 'body', problem?.problem ?? 'is not accepted', problem?.details);
}

/**
 * Leaves out what may differ between calls with one key: `ifPast`, which only decides whether a call is refused, the
 * labels of a post or draft and `copyMedia`, which can be changed later, the `source` of a post, which another machine may name
 * otherwise, `draft`, so that the post of a draft has the draft's key, and `dryRun`, so that a check finds what the key has made.
 */
function comparedPart(facts: OperationFacts, body: object): object {
  const { ifPast: _, ...asked } = body as Readonly<
    Record<'ifPast' | 'source' | 'draft' | 'labels' | 'copyMedia' | 'dryRun', unknown>
  >;
  if (facts.id !== 'createPost' && facts.id !== 'createDraft') return asked;
  const { labels: _labels, copyMedia: _copyMedia, ...others } = asked;
  if (facts.id === 'createDraft') return others;
  const { source: _source, draft: _draft, dryRun: _dryRun, ...compared } = others;
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
  if (isEncoded(ctx)) throw new AppError('unsupported_media_type', 'Send the body without Content-Encoding');
}
