import openapi from '@social/types/openapi.json' with { type: 'json' };
import { Ajv, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';

interface Response {
  $ref?: string;
  content?: Record<string, unknown>;
}
type Paths = Record<string, Record<string, { responses: Record<string, Response> }>>;

const paths = openapi.paths as unknown as Paths;
const ajv = new Ajv({ strict: false });
ajvFormats.default(ajv, ['email', 'uuid', 'date', 'date-time']);
for (const format of ['instant', 'display-name', 'language', 'media-url', 'target', 'uri']) ajv.addFormat(format, true);
ajv.addSchema(openapi, 'contract');
const compiled = new Map<string, ValidateFunction>();

const patterns = Object.keys(paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // A path without parameters is the more exact one.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/**
 * Lists how an answer departs from the contract; the list is empty when it conforms. A path that is not in the contract has to
 * answer 404, or 429.
 */
export function conformanceErrors(
  method: string,
  path: string,
  answer: { status: number; type: string; text: string },
): string[] {
  const known = patterns.find(({ pattern }) => pattern.test(path))?.path;
  const operation = known === undefined ? undefined : paths[known]?.[method.toLowerCase()];
  if (known === undefined || !operation) return checkError(answer, known === undefined ? [404, 429] : [405, 429]);
  const response = operation.responses[String(answer.status)];
  if (!response) {
    // Answers of the server as such, before an operation is reached: `default` in the contract.
    const common = [405, 408, 413, 415, 429, 431, 500, 503];
    return common.includes(answer.status)
      ? checkError(answer, common)
      : [`${answer.status} is not documented for ${method} ${known}`];
  }
  const pointer =
    response.$ref?.slice(1) ?? `/paths/${pointerPart(known)}/${method.toLowerCase()}/responses/${answer.status}`;
  return checkBody(response.$ref ? (lookUp(response.$ref) as Response) : response, pointer, answer);
}

function checkBody(response: Response, pointer: string, answer: { type: string; text: string }): string[] {
  const types = Object.keys(response.content ?? {});
  if (types.length === 0) return [];
  const isKnown = types.some((type) => type === answer.type || type === answer.type.replace(/\/.*/, '/*'));
  if (!isKnown) return [`the answer is ${answer.type}, not ${types.join(' or ')}`];
  return answer.type === 'application/json'
    ? checkJson(`${pointer}/content/application~1json/schema`, answer.text)
    : [];
}

function checkError(answer: { status: number; type: string; text: string }, statuses: number[]): string[] {
  if (!statuses.includes(answer.status)) return [`${answer.status} instead of ${statuses.join(' or ')}`];
  if (answer.type !== 'application/json') return [`the error is ${answer.type}, not application/json`];
  return checkJson('/components/schemas/Error', answer.text);
}

function checkJson(pointer: string, text: string): string[] {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` });
  compiled.set(pointer, validate);
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** Lists how JSON departs from a schema of the contract, given by its name; the list is empty when it conforms. */
export function schemaErrors(name: string, text: string): string[] {
  return checkJson(`/components/schemas/${name}`, text);
}

function lookUp(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], openapi);
}

function pointerPart(path: string): string {
  return path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
}
