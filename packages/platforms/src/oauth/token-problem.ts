import type { Problem } from '../http/error-rules.ts';
import { asString, type JsonObject } from '../http/lossless-json.ts';

/**
 * Reads an error of a token endpoint, in the shape of RFC 6749, section 5.2.
 * @param sentence the network's words where the answer has no `error_description`
 */
export function readTokenProblem(status: number, body: JsonObject | null, sentence?: unknown): Problem {
  const detail = asString(body?.['error_description']) ?? asString(sentence);
  return { status, upstreamCode: asString(body?.['error']), detail };
}
