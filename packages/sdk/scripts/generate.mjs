import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';

const contract = parse(await readFile(new URL('../../../specs/openapi.yaml', import.meta.url), 'utf8'));
const output = new URL('../src/generated/', import.meta.url);
const banner = '// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.\n';

const FLAGS = { key: 1, body: 2, text: 4, redirect: 8, file: 16 };
const resolve = (node) =>
  node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at[name], contract)
    : node;
const singleLine = (text) => text.trim().replace(/\s+/g, ' ').replaceAll('*/', '*\\/');

/** One operation of the contract, reduced to what the client needs at run time and in its types. */
function describe(path, method, item) {
  const operation = item[method];
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  const answers = Object.entries(operation.responses).filter(([status]) => status < 400);
  const json = answers.some(([, answer]) => resolve(answer).content?.['application/json']);
  // A DELETE takes its input in the query as well as in a body; the query is enough.
  const body = operation.requestBody !== undefined && method !== 'delete';
  const jsonBody = operation.requestBody?.content['application/json'];
  const bodySchema = resolve(jsonBody?.schema ?? {});
  const inBody = body ? Object.keys(bodySchema.properties ?? {}) : [];
  const query = parameters.filter((one) => one.in === 'query' && !inBody.includes(one.name));
  const takesKey = parameters.some((one) => one.name === 'Idempotency-Key');
  const flags =
    (takesKey && FLAGS.key) |
    (body && (jsonBody ? FLAGS.body : FLAGS.file)) |
    (!json && FLAGS.text) |
    (answers.some(([status]) => status === '302') && FLAGS.redirect);
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    row: [method.toUpperCase(), path, flags, ...query.map((one) => one.name)],
    required: query.filter((one) => one.description?.startsWith('Required, ')).map((one) => one.name),
    doc: docstring(operation),
  };
}

/** The contract's summary, description and cost as a docstring. */
function docstring(operation) {
  const cost = operation['x-credit-cost'];
  const lines = [
    `${singleLine(operation.summary)}.`,
    ...(operation.description ? [singleLine(operation.description)] : []),
    ...(cost && cost !== '0' ? [`Costs credits: ${singleLine(cost)}.`] : []),
  ];
  return lines.length === 1
    ? `  /** ${lines[0]} */`
    : ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n');
}

/** A stream goes on for minutes: it is for an EventSource, not for a method that returns an answer. */
const isStream = ({ responses }) => Object.values(responses).some((answer) => answer.content?.['text/event-stream']);

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  ['get', 'post', 'put', 'patch', 'delete']
    .filter((method) => item[method] && !isStream(item[method]))
    .map((method) => describe(path, method, item)),
);
const tags = [...new Set(operations.map((operation) => operation.tag))];

/** What the HTTP status alone says about trying again; the table lists the codes that say otherwise. */
const retryableByStatus = (status) => status >= 500 || status === 429 || status === 408;
const exceptions = Object.entries(contract['x-error-codes'])
  .filter(([, { status, retryable }]) => retryable !== retryableByStatus(status))
  .map(([code, { retryable }]) => `  ${code}: ${retryable},`);

const table = tags.map((tag) => {
  const rows = operations
    .filter((operation) => operation.tag === tag)
    .map((operation) => `    ${operation.id}: '${operation.row.join(' ')}',`);
  return `  ${tag}: {\n${rows.join('\n')}\n  },`;
});
const groups = tags.map((tag) => {
  const members = operations
    .filter((operation) => operation.tag === tag)
    .map(({ id, required, doc }) => {
      const names = required.map((name) => `, '${name}'`).join(' | ');
      return `${doc}\n  ${id}: Method<'${id}'${names}>;`;
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
export const RETRY_EXCEPTIONS: Readonly<Record<string, boolean>> = {
${exceptions.join('\n')}
};
`,
);
await writeFile(
  new URL('methods.ts', output),
  `${banner}import type { Method } from '../method.ts';

/** One method per operation of the contract, grouped by its tags. */
export interface OperationMethods {
${groups.join('\n')}
}
`,
);
