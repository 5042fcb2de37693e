import { typeName } from '@social/rules';
import {
  CAPABILITIES,
  type NetworkFacts,
  networkFacts,
  OPERATIONS,
  type OperationId,
  PLATFORM_IDS,
  platformFacts,
} from '@social/types';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import { lookUp } from '../../contract.ts';

interface SchemaNode {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  format?: string;
  description?: string;
  default?: unknown;
  required?: string[];
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode;
  allOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  nullable?: boolean;
}
interface ParameterNode {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: SchemaNode;
}
interface OperationNode {
  operationId: string;
  summary: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: ParameterNode[];
  requestBody?: { content: Record<string, { schema: SchemaNode }> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: SchemaNode }> }>;
  'x-credit-cost'?: string;
}

/** The scopes of an operation in the contract. */
interface OperationScopes {
  readonly scopes?: readonly string[];
  readonly scopesWhen?: Readonly<Record<string, readonly string[]>>;
  readonly role?: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Writes the API reference as plain text from the contract: every endpoint with its fields, costs and errors. */
export function writeReference(): string {
  const endpoints = Object.entries(openapi.paths as unknown as Record<string, Record<string, unknown>>).flatMap(
    ([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) =>
        describeOperation(
          `${method.toUpperCase()} ${path}`,
          item[method] as OperationNode,
          (item['parameters'] ?? []) as ParameterNode[],
        ),
      ),
  );
  return [
    `# ${openapi.info.title} ${openapi.info.version}`,
    openapi.info.description.trim(),
    'Authentication: header "Authorization: Bearer sk_live_…". All bodies are JSON. Every error is {error, code, requestId}.',
    `## Platforms\n${describePlatforms()}`,
    `## Capabilities\n${describeCapabilities()}`,
    `## Endpoints\n\n${endpoints.join('\n\n')}`,
    `## Error codes\n${describeErrorCodes()}`,
    '',
  ].join('\n\n');
}

function describePlatforms(): string {
  return PLATFORM_IDS.map((id) => ({ id, ...platformFacts(id) }))
    .map(({ id, label, networks, text, paidPlan, costs }) => {
      const prices = Object.entries(costs).map(([action, credits]) => `${action} ${credits}`);
      const plan = paidPlan ? '; paid plan' : '';
      const servers = text.perServer ? ' (usual; each server has a limit of its own)' : '';
      const longer = text.subscriberMax ? ` (${text.subscriberMax} with a subscription that allows long posts)` : '';
      const counted = text.countedSetting ? `, meta.${text.countedSetting} counted with it` : '';
      // Two ways to one network have one name.
      const takes = [...new Set(networks.map(describeNetwork))].join('; ');
      return `- ${id} (${label}): text up to ${text.max} ${text.unit}${servers}${longer}${counted}; ${takes}${plan}; credits: ${prices.join(', ')}`;
    })
    .join('\n');
}

/** Describes what a network takes, and its limits of a text where they are lower than the platform's. */
function describeNetwork(network: string): string {
  const { label, text = {}, media } = networkFacts(network) as NetworkFacts;
  const texts = [
    text.max && `text up to ${text.max}`,
    text.maxBesideMedia && `text up to ${text.maxBesideMedia} with files`,
    text.escapesMarkdown && 'signs of formatting count 2',
  ];
  const files = [
    media.images > 0 && `${media.images} images (${media.imageTypes.map(typeName).join(', ')})`,
    media.videos > 0 && `${media.videos} videos (${media.videoTypes.map(typeName).join(', ')})`,
    media.documents && `${media.documents.files} documents (${media.documents.types.map(typeName).join(', ')})`,
    media.required && 'a file is required',
  ];
  return `${label}: ${[...texts, ...files].filter(Boolean).join(', ')}`;
}

/** Describes what a post to each network can have, or be. */
function describeCapabilities(): string {
  const rows = Object.values(CAPABILITIES).map(({ network, states }) => {
    const byState = Map.groupBy(Object.entries(states), ([, state]) => state);
    const listed = [...byState].map(([state, found]) => `${state}: ${found.map(([name]) => name).join(', ')}`);
    return `- ${network}: ${listed.join('; ')}`;
  });
  return rows.join('\n');
}

function describeErrorCodes(): string {
  return Object.entries(openapi['x-error-codes'])
    .map(
      ([code, { status, retryable }]) => `- ${code}: ${status}${retryable ? ', the same call may succeed later' : ''}`,
    )
    .join('\n');
}

function describeOperation(title: string, operation: OperationNode, shared: ParameterNode[]): string {
  const parameters = [...shared, ...(operation.parameters ?? [])].map((entry) => resolve(entry));
  const body = operation.requestBody?.content['application/json']?.schema;
  const success = Object.entries(operation.responses).filter(([status]) => status < '400');
  const errors = Object.keys(operation.responses).filter((status) => status >= '400');
  return [
    `### ${title}`,
    operation.summary,
    operation.description?.trim(),
    `Authentication: ${describeSecurity(operation.security ?? [])}`,
    describeScopes(operation.operationId as OperationId),
    operation['x-credit-cost'] && `Credits: ${operation['x-credit-cost']}`,
    ...parameters.map((parameter) => describeField(`${parameter.in} ${parameter.name}`, parameter.schema, parameter)),
    ...(body ? describeFields('body', resolve(body)) : []),
    ...success.flatMap(([status, reply]) => {
      const schema = reply.content?.['application/json']?.schema;
      return [`Answer ${status}: ${reply.description}`, ...(schema ? describeAnswer(resolve(schema)) : [])];
    }),
    `Errors: ${errors.join(', ')}`,
  ]
    .filter((line) => typeof line === 'string' && line !== '')
    .join('\n');
}

/** Names the scopes of which a caller needs one, and the role that a person needs; an empty text for an operation without. */
function describeScopes(id: OperationId): string {
  const { scopes = [], scopesWhen = {}, role } = OPERATIONS[id] as OperationScopes;
  const byRole = role === undefined ? '' : `Role of a signed-in person: ${role}`;
  if (scopes.length === 0) return byRole;
  const others = Object.entries(scopesWhen).map(([condition, enough]) => `; with ${condition}: ${enough.join(' or ')}`);
  return [`Scope: ${scopes.join(' or ')}${others.join('')}`, byRole].filter(Boolean).join('\n');
}

function describeSecurity(security: Record<string, unknown>[]): string {
  const names = security.map((alternative) => Object.keys(alternative).join(' and '));
  return names.length === 0 ? 'none' : names.join(', or ');
}

/** Describes the fields of an answer, and in one line each of the other forms that it may have. */
function describeAnswer(schema: SchemaNode): string[] {
  const [usual = schema, ...others] = schema.oneOf ?? [];
  const further = others.map((other) => `  or ${typeOf(resolve(other))}`);
  return [...describeFields('  ', resolve(usual)), ...further];
}

function describeFields(place: string, schema: SchemaNode): string[] {
  return Object.entries(propertiesOf(schema)).map(([name, property]) =>
    describeField(`${place} ${name}`, property, {
      required: schema.required?.includes(name) === true,
    }),
  );
}

function describeField(name: string, schema: SchemaNode, more: { required?: boolean; description?: string }): string {
  const resolved = resolve(schema);
  const description = more.description ?? schema.description ?? resolved.description;
  const fallback = resolved.default === undefined ? '' : `, default ${JSON.stringify(resolved.default)}`;
  const need = more.required ? ', required' : '';
  return `- ${name}: ${typeOf(resolved)}${need}${fallback}${description ? `. ${description}` : ''}`;
}

function propertiesOf(schema: SchemaNode): Record<string, SchemaNode> {
  const parts = (schema.allOf ?? []).map((part) => propertiesOf(resolve(part)));
  return Object.assign({}, ...parts, schema.properties ?? {}) as Record<string, SchemaNode>;
}

function typeOf(schema: SchemaNode): string {
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.oneOf) return schema.oneOf.map((part) => typeOf(resolve(part))).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(resolve(schema.items ?? {}))}`;
  const fields = Object.keys(propertiesOf(schema));
  const kind = fields.length > 0 ? `object {${fields.join(', ')}}` : (schema.type ?? 'object');
  return `${kind}${schema.nullable ? ' or null' : ''}`;
}

function resolve<Node extends { $ref?: string }>(node: Node): Node {
  return node.$ref === undefined ? node : (lookUp(node.$ref) as Node);
}
