import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';

const contract = parse(await readFile(new URL('../../../specs/openapi.yaml', import.meta.url), 'utf8'));
const output = new URL('../src/generated/', import.meta.url);
const banner = '// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.\n';

const FLAGS = { key: 1, body: 2, text: 4, redirect: 8, file: 16, credential: 32, safe: 64 };
const resolve = (node) =>
  node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at[name], contract)
    : node;
const singleLine = (text) => text.trim().replace(/\s+/g, ' ').replaceAll('*/', '*\\/');
/** Error replies that have the same meaning for every operation. */
const COMMON_ERRORS = [
  'Unauthorized',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'TooManyRequests',
  'InternalError',
  'Unavailable',
];

/** One operation of the contract, reduced to what the client needs at run time and in its types. */
function describe(path, method, item) {
  const operation = item[method];
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  const answers = Object.entries(operation.responses).filter(([status]) => status < 400);
  const json = answers.some(([, answer]) => resolve(answer).content?.['application/json']);
  // A DELETE whose body is optional takes its input in the query as well; the query is enough.
  const needsBody = method !== 'delete' || operation.requestBody?.required === true;
  const body = operation.requestBody !== undefined && needsBody;
  const jsonBody = operation.requestBody?.content['application/json'];
  // A member of both query and body goes into the query: an older server would ignore it in the body.
  const query = parameters.filter((one) => one.in === 'query');
  const takesKey = parameters.some((one) => one.name === 'Idempotency-Key');
  const flags =
    (takesKey && FLAGS.key) |
    (body && (jsonBody ? FLAGS.body : FLAGS.file)) |
    (!json && FLAGS.text) |
    (answers.some(([status]) => status === '302') && FLAGS.redirect) |
    (operation['x-safe'] === true && FLAGS.safe) |
    (operation.security?.some(({ bearer }) => bearer !== undefined) && FLAGS.credential);
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    // Without flags and query parameters the row ends after the path.
    row: [method.toUpperCase(), path, ...(flags || query.length > 0 ? [flags] : []), ...query.map((one) => one.name)],
    required: query.filter((one) => one.description?.startsWith('Required, ')).map((one) => one.name),
    doc: docstring(operation, [
      ...parametersOf(parameters, query),
      ...membersOf(body && operation.requestBody).filter(({ name }) => !query.some((one) => one.name === name)),
    ]),
    hasInput: parameters.some((one) => one.in !== 'header') || operation.requestBody !== undefined,
    type: operation.operationId === 'createPost' ? 'PublishMethod' : undefined,
  };
}

/** Path and query parameters with their descriptions. */
function parametersOf(parameters, query) {
  return parameters
    .filter((one) => one.in === 'path' || query.includes(one))
    .map(({ name, in: place, description, schema }) => {
      // A parameter that may be in the query or the body is required in words only.
      const isInWords = description?.startsWith('Required, ') === true;
      const meaning = isInWords ? undefined : description;
      const text = meaning ?? resolve(schema).description ?? '';
      return { name, isRequired: place === 'path' || isInWords, text, schema: resolve(schema) };
    });
}

/** Members of a body. */
function membersOf(requestBody) {
  if (!requestBody) return [];
  const json = requestBody.content['application/json'];
  if (!json) return [{ name: 'file', isRequired: true, text: 'The file itself', schema: {} }];
  const { properties = {}, required = [] } = resolve(json.schema);
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolve(property);
    return {
      name,
      isRequired: required.includes(name),
      text: property.description ?? schema.description ?? '',
      schema,
    };
  });
}

/** One member of the input: its meaning and limits. */
function inputLine({ name, isRequired, text, schema }) {
  const { minimum, maximum, maxItems, default: preset, maxLength, format } = schema;
  const isBounded = format !== undefined || text.includes('t most ');
  const bounds = [
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
    ...(maxLength === undefined || isBounded ? [] : [`at most ${maxLength} characters`]),
    ...(preset === undefined ? [] : [`${preset} when left out`]),
  ].join(', ');
  const meaning = bounds === '' ? singleLine(text) : singleLine(text).replace(/\.$/, '');
  const words = [meaning, bounds].filter((part) => part !== '').join('; ');
  return `@param ${isRequired ? `input.${name}` : `[input.${name}]`} ${words}`.trimEnd();
}

/** The errors of an operation: its own statuses with their meaning, common ones by their codes. */
function errorLines(responses) {
  const failures = Object.entries(responses).filter(([status]) => status >= 400);
  const codeOf = (answer) => resolve(answer).content?.['application/json']?.example?.code;
  const isCommon = ([, answer]) => COMMON_ERRORS.includes(answer.$ref?.split('/').at(-1));
  const own = failures
    .filter((one) => !isCommon(one))
    .map(([status, answer]) => {
      const code = codeOf(answer);
      const meaning = singleLine(resolve(answer).description);
      return `@throws {SocialApiError} ${status}: ${meaning}${code ? ` (for example \`${code}\`)` : ''}`;
    });
  const common = failures.filter(isCommon).map(([status, answer]) => `\`${codeOf(answer)}\` (${status})`);
  return common.length === 0 ? own : [...own, `@throws {SocialApiError} also ${common.join(', ')}`];
}

/** The scopes of which the key of a call needs one, and the role of a signed-in person. */
function scopeLines({ 'x-scope': given, 'x-role': role }) {
  const byRole = role === undefined ? [] : [`A signed-in person must be an ${role} of the workspace.`];
  if (given === undefined) return byRole;
  const { otherwise, ...when } = typeof given === 'string' || Array.isArray(given) ? { otherwise: given } : given;
  const named = (scopes) =>
    [scopes]
      .flat()
      .map((scope) => `\`${scope}\``)
      .join(' or ');
  const conditions = Object.entries(when).map(([condition, scopes]) => `; with \`${condition}\` ${named(scopes)}`);
  return [`Needs the scope ${named(otherwise)}${conditions.join('')}.`, ...byRole];
}

/** Summary, description and cost of an operation, its input, its answer and its errors, all as the contract has them. */
function docstring(operation, input) {
  const cost = operation['x-credit-cost'];
  const answers = Object.entries(operation.responses).filter(([status]) => status < 400);
  const byWeight = answers.toSorted(([one], [other]) => Number(other === '201') - Number(one === '201'));
  const returned = byWeight.map(([, answer]) => singleLine(resolve(answer).description));
  const lines = [
    `${singleLine(operation.summary)}.`,
    ...(operation.description ? [singleLine(operation.description)] : []),
    ...(cost === undefined ? [] : [cost === '0' ? 'Costs no credits.' : `Costs credits: ${singleLine(cost)}.`]),
    ...scopeLines(operation),
    ...input.map(inputLine),
    `@returns ${returned.join('; or: ')}`,
    ...errorLines(operation.responses),
  ];
  return ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n');
}

/** Returns true for an event stream, which needs an EventSource instead of a method. */
const isStream = ({ responses }) => Object.values(responses).some((answer) => answer.content?.['text/event-stream']);

/** Returns true for an address at which clients of another protocol speak. */
const isOtherProtocol = (operation) => operation['x-protocol'] !== undefined;

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  ['get', 'post', 'put', 'patch', 'delete']
    .filter((method) => item[method] && !isStream(item[method]) && !isOtherProtocol(item[method]))
    .map((method) => describe(path, method, item)),
);
const tags = [...new Set(operations.map((operation) => operation.tag))];

/** Returns true when a status alone suggests a retry; the table lists the codes that differ. */
const retryableByStatus = (status) => status >= 500 || status === 429 || status === 408;
const exceptions = Object.entries(contract['x-error-codes'])
  .filter(([, { status, retryable }]) => retryable !== retryableByStatus(status))
  .map(([code]) => `  '${code}',`);

const table = tags.map((tag) => {
  const rows = operations
    .filter((operation) => operation.tag === tag)
    .map((operation) => `    ${operation.id}: '${operation.row.join(' ')}',`);
  return `  ${tag}: {\n${rows.join('\n')}\n  },`;
});
const groups = tags.map((tag) => {
  const members = operations
    .filter((operation) => operation.tag === tag)
    .map(({ id, required, doc, type }) => {
      const names = required.map((name) => `, '${name}'`).join(' | ');
      return `${doc}\n  ${id}: ${type ?? `Method<'${id}'${names}>`};`;
    });
  const description = singleLine(contract.tags.find((one) => one.name === tag).description);
  return `  /** ${description}. */\n  readonly ${tag}: {\n${members.join('\n').replaceAll(/^/gm, '  ')}\n  };`;
});

await mkdir(output, { recursive: true });
await writeFile(
  new URL('operations.ts', output),
  `${banner}import type { OperationTable } from '../operation.ts';

/** Per operation: method, path, flags and the names of its query parameters, in the short form that readOperation takes. */
export const OPERATIONS: OperationTable = {
${table.join('\n')}
};

/** Error codes for which trying again helps, or does not, although their HTTP status suggests the opposite. */
export const RETRY_EXCEPTIONS: readonly unknown[] = [
${exceptions.join('\n')}
];
`,
);
await writeFile(
  new URL('methods.ts', output),
  `${banner}import type { Method, PublishMethod } from '../method.ts';

/** One method per operation of the contract, grouped by its tags. */
export interface OperationMethods {
${groups.join('\n')}
}
`,
);

const inputs = operations
  .filter(({ hasInput }) => hasInput)
  .map(({ id, required }) => {
    const name = `${id[0].toUpperCase()}${id.slice(1)}Input`;
    const needed = required.map((one) => `'${one}'`).join(' | ');
    return `/** The input of \`${id}\`. */\nexport type ${name} = Input<'${id}'${needed && `, ${needed}`}>;\n`;
  });
await writeFile(
  new URL('inputs.ts', output),
  `${banner}import type { Input } from '../method.ts';\n\n${inputs.join('\n')}`,
);
