import openapi from '@social/types/openapi.json' with { type: 'json' };

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema; example?: object }>> };
}

const lookUp = <Found extends { $ref?: string }>(node: Found): Found =>
  node.$ref === undefined
    ? node
    : lookUp(
        node.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], openapi) as Found,
      );

/** Of a string without a limit, and of a list without one. */
const LONG = 1_000;
const MANY = 50;

/** A value as large as the schema lets it be; a text that has a form is the example of the contract. */
function largest(given: Schema): unknown {
  const schema = lookUp(given);
  const { example, maxItems = MANY, uniqueItems = false } = schema;
  if (schema.enum) return schema.enum.at(-1);
  if (schema.oneOf) return largest(schema.oneOf[0] as Schema);
  if (schema.type === 'array') {
    const items = lookUp(schema.items ?? {});
    if (uniqueItems && items.enum) return items.enum;
    return Array.from({ length: uniqueItems ? 1 : maxItems }, () => largest(items));
  }
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([name, one]) => [name, name === 'profile' ? 'default' : largest(one)]));
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return schema.maximum ?? 1;
  if (example !== undefined && (schema.pattern !== undefined || schema.format !== undefined)) return example;
  return schema.format === 'uuid' ? MISSING_ID : 'x'.repeat(schema.maxLength ?? LONG);
}

export const MISSING_ID = '00000000-0000-4000-8000-000000000000';

function operationOf(method: string, path: string): Operation {
  const paths = openapi.paths as unknown as Record<string, Record<string, Operation>>;
  return paths[path]?.[method.toLowerCase()] ?? {};
}

/** The example of an operation's JSON body, with its other fields as large as they may be; undefined without a body. */
export function largestBody(method: string, path: string): Record<string, unknown> | undefined {
  const json = operationOf(method, path).requestBody?.content['application/json'];
  if (json === undefined) return undefined;
  return { ...(largest(json.schema) as object), ...json.example };
}

/** The numbers of an operation's query as high as they may be, and what it requires. */
export function largestQuery(method: string, path: string): string {
  const parameters = (operationOf(method, path).parameters ?? []).map(lookUp);
  const given = parameters.filter(
    ({ in: place, required, schema }) => place === 'query' && (required || schema.maximum !== undefined),
  );
  const query = new URLSearchParams(
    given.map(({ name, schema }): [string, string] => [name, String(largest(lookUp(schema)))]),
  );
  return query.size === 0 ? '' : `?${query}`;
}
