import type { Call } from '../../../http/route.ts';
import { refuse, refuseRequest } from '../errors.ts';
import { InvalidValueError } from '../lexicon/issue.ts';
import type { Schema } from '../lexicon/schema.ts';

const maxJsonBytes = 1_000_000;

/** Reads the parameters of a query. */
export function readParams<T>({ query }: Call, { id, schema }: { id: string; schema: Schema<T> }): T {
  return checked(
    () => schema.check(query, []),
    ({ problem }) => `Invalid ${id} params: ${problem}`,
  );
}

/** Reads the JSON body of a procedure. */
export function readInput<T>({ body, headers }: Call, schema: Schema<T>): T {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined) refuseRequest('Request encoding (Content-Type) required but not provided');
  if (type !== 'application/json') refuseRequest(`Wrong request encoding (Content-Type): ${type}`);
  if (Number(headers['content-length']) > maxJsonBytes) {
    refuse(413, 'PayloadTooLargeError', 'request entity too large');
  }
  if (body.kind === 'malformed') refuse(400, 'SyntaxError', 'The body is not valid JSON');
  const value = body.kind === 'json' ? body.value : undefined;
  return checked(
    () => schema.check(value, []),
    ({ message }) => message,
  );
}

/** Runs a check, and refuses the call with the words of the first rule that is broken. */
function checked<T>(check: () => T, wording: (issue: InvalidValueError) => string): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof InvalidValueError) return refuseRequest(wording(error));
    throw error;
  }
}
