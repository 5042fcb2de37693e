import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import contract from '@social/types/openapi.json' with { type: 'json' };
import ts from 'typescript';
import { block, code, paragraphs, table } from './markdown.ts';
import { type Page, ROOT } from './places.ts';

interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}

interface Method {
  readonly name: string;
  readonly description: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly returned: string;
  readonly thrown: readonly string[];
}

interface Resource {
  readonly name: string;
  readonly description: string;
  readonly methods: readonly Method[];
}

interface Example {
  readonly example?: unknown;
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Example>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Example>> }>>;
}

/** The methods of the SDK by resource, read from the docstrings that editors show. */
export function readResources(): Resource[] {
  const path = join(ROOT, 'packages/sdk/src/generated/methods.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const methods = source.statements.find(ts.isInterfaceDeclaration);
  if (!methods) throw new Error(`${path} declares no interface`);
  return methods.members.filter(ts.isPropertySignature).map((resource) => {
    const type = resource.type;
    if (!type || !ts.isTypeLiteralNode(type)) throw new Error(`${path}: ${resource.name.getText()} holds no methods`);
    return {
      name: resource.name.getText(),
      description: proseOf(resource).join(' '),
      methods: type.members.filter(ts.isPropertySignature).map(readMethod),
    };
  });
}

/** One page per resource. */
export function sdkPages(resources: readonly Resource[]): Page[] {
  const operations = operationsById();
  return resources.map((resource) => ({
    path: `sdk/${resource.name}.md`,
    text: paragraphs(
      `# client.${resource.name}`,
      resource.description,
      ...resource.methods.map((method) => section(resource.name, method, operations.get(method.name))),
    ),
  }));
}

/** List of all resources, for the first page of the reference. */
export function resourceList(resources: readonly Resource[]): string {
  return paragraphs(
    '## All methods',
    table(
      ['resource', 'methods'],
      resources.map(({ name, methods }) => [
        `[${code(`client.${name}`)}](/sdk/${name}.md)`,
        methods.map((method) => `[${code(method.name)}](/sdk/${name}.md#${method.name})`).join(', '),
      ]),
    ),
  );
}

function readMethod(node: ts.PropertySignature): Method {
  const parameters = ts.getJSDocTags(node).filter(ts.isJSDocParameterTag);
  const tags = ts.getJSDocTags(node);
  const texts = (name: string) => tags.filter((tag) => tag.tagName.text === name).map(textOf);
  return {
    name: node.name.getText(),
    description: proseOf(node),
    parameters: parameters.map((tag) => ({
      name: tag.name.getText().replace(/^input\./, ''),
      isRequired: !tag.isBracketed,
      meaning: textOf(tag),
    })),
    returned: texts('returns').join(' '),
    thrown: tags.filter(ts.isJSDocThrowsTag).map(textOf),
  };
}

function textOf(tag: ts.JSDocTag): string {
  return (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/\s+/g, ' ').trim();
}

/** The lines before the first tag, each as a paragraph. */
function proseOf(node: ts.Node): string[] {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .flatMap((doc) => (ts.getTextOfJSDocComment(doc.comment) ?? '').split('\n'));
}

function operationsById(): Map<string, Operation & { readonly call: string }> {
  const found = new Map<string, Operation & { readonly call: string }>();
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      if (operation.operationId)
        found.set(operation.operationId, { ...operation, call: `${method.toUpperCase()} ${path}` });
    }
  }
  return found;
}

function section(resource: string, method: Method, operation?: Operation & { readonly call: string }): string {
  const answer = Object.values(operation?.responses ?? {}).find(({ content }) => exampleOf(content) !== undefined);
  const answered = exampleOf(answer?.content);
  return paragraphs(
    `## ${method.name} {#${method.name}}`,
    operation && code(operation.call),
    ...method.description.map(harmless),
    block('js', callOf(resource, method, operation)),
    table(
      ['input', 'meaning'],
      method.parameters.map((one) => [code(one.name) + (one.isRequired ? ' (required)' : ''), harmless(one.meaning)]),
    ),
    method.returned && `**Answers** ${harmless(method.returned)}.`,
    answered !== undefined && block('json', JSON.stringify(answered, null, 2)),
    method.thrown.length > 0 && `**Throws** \`SocialApiError\`:`,
    method.thrown.map((text) => `- ${harmless(text.replace(/^\{SocialApiError\} /, ''))}`).join('\n'),
  ).trimEnd();
}

/** Columns that fit on the page. */
const WIDTH = 90;

/** A call with the contract's own example as its input. */
function callOf(resource: string, { name, parameters }: Method, operation?: Operation): string {
  const body = exampleOf(operation?.requestBody?.content);
  const required = parameters.filter((one) => one.isRequired && !(isRecord(body) && one.name in body));
  const members = [
    ...required.map((one) => (one.name === 'file' ? 'file' : one.name)),
    ...Object.entries(isRecord(body) ? body : {}).map(([key, value]) => `${key}: ${literal(value)}`),
  ];
  const input = members.length === 0 ? '' : `{ ${members.join(', ')} }`;
  const call = `await client.${resource}.${name}(${input});`;
  if (call.length <= WIDTH) return call;
  return `await client.${resource}.${name}({\n${members.map((member) => `  ${member},\n`).join('')}});`;
}

function exampleOf(content: Readonly<Record<string, Example>> | undefined): unknown {
  return content?.['application/json']?.example;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as JavaScript is usually written. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (!isRecord(value)) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${literal(one)}`)
    .join(', ')} }`;
}

/** Text of a docstring, in which only code is markup. */
function harmless(text: string): string {
  return text.replace(/`[^`]*`|[*_<]/g, (part) => (part.startsWith('`') ? part : `\\${part}`));
}
