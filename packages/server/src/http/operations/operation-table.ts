import { OPERATIONS, type OperationId, type Schema, type Scope } from '@social/types';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import type { ValidateFunction } from 'ajv';
import { lookUp, validatorAt } from '../../contract.ts';

/** A declared query or path parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly fallback: unknown;
  readonly validator: () => ValidateFunction;
}

/** The facts of an operation in the contract, prepared for every call. */
export interface OperationFacts {
  readonly id: OperationId;
  readonly method: string;
  /** Path in the router's syntax. */
  readonly route: string;
  readonly auth: 'workspace' | 'key' | 'session' | 'webhook' | 'none';
  readonly idempotent: boolean;
  /** Scopes of which a caller needs one; none for an operation of everybody. */
  readonly scopes: readonly Scope[];
  /** Role that a signed-in person needs; null for any. */
  readonly role: Schema<'Role'> | null;
  /** Scopes that are enough under a condition on the input, by its name. */
  readonly scopesWhen: Readonly<Record<string, readonly Scope[]>>;
  readonly parameters: readonly Parameter[];
  /** The JSON body; null for an operation without one. */
  readonly body: { readonly required: boolean; readonly validator: () => ValidateFunction } | null;
  /** Set when the body is a file. */
  readonly takesFile: boolean;
  /** Set when the operation asks a network. */
  readonly asksNetwork: boolean;
}

/** Operations for monitors: they answer however many requests there are, while the server stops, and whatever query is added. */
export const PROBES: readonly OperationId[] = ['getHealth', 'getReadiness', 'getMetrics'];

/** An operation as the contract has it. */
type OperationOfContract = Pick<OperationFacts, 'method' | 'auth' | 'idempotent'> &
  Partial<Pick<OperationFacts, 'scopes' | 'scopesWhen' | 'role'>> & { readonly path: string };

interface ParameterObject {
  name: string;
  in: string;
  required?: boolean;
  schema: { $ref?: string; type?: string; default?: unknown };
}
type Reference = { $ref: string };
interface RequestBody {
  required?: boolean;
  content: Record<string, unknown>;
}
type PathItem = Record<string, unknown> & { parameters?: (ParameterObject | Reference)[] };

/** Reads every operation of the contract. */
export function readOperations(): OperationFacts[] {
  return (Object.keys(OPERATIONS) as OperationId[]).map((id) => {
    const {
      method,
      path,
      auth,
      idempotent,
      scopes = [],
      scopesWhen = {},
      role = null,
    }: OperationOfContract = OPERATIONS[id];
    const item = (openapi.paths as unknown as Record<string, PathItem>)[path] ?? {};
    const key = method.toLowerCase();
    const operation = item[key] as {
      parameters?: ParameterObject[];
      requestBody?: RequestBody;
      'x-effects'?: string[];
    };
    const json = operation.requestBody?.content['application/json'];
    const pointer = `/paths/${pointerPart(path)}`;
    return {
      id,
      method,
      route: path.replace(/\{(\w+)\}/g, ':$1'),
      auth,
      idempotent,
      scopes,
      scopesWhen,
      role,
      parameters: [
        ...readParameters(item.parameters ?? [], `${pointer}/parameters`),
        ...readParameters(operation.parameters ?? [], `${pointer}/${key}/parameters`),
      ],
      takesFile: operation.requestBody !== undefined && json === undefined,
      asksNetwork: operation['x-effects'] !== undefined,
      body: json
        ? {
            required: operation.requestBody?.required === true,
            validator: validatorAt(`${pointer}/${key}/requestBody/content/application~1json/schema`),
          }
        : null,
    };
  });
}

function readParameters(list: readonly (ParameterObject | Reference)[], pointer: string): Parameter[] {
  return list.flatMap((entry, index) => {
    const place = '$ref' in entry ? entry.$ref.slice(1) : `${pointer}/${index}`;
    const parameter = '$ref' in entry ? (lookUp(entry.$ref) as ParameterObject) : entry;
    if (parameter.in !== 'query' && parameter.in !== 'path') return [];
    const schema = parameter.schema.$ref
      ? (lookUp(parameter.schema.$ref) as ParameterObject['schema'])
      : parameter.schema;
    return [
      {
        name: parameter.name,
        in: parameter.in,
        required: parameter.required === true,
        type: (schema.type ?? 'string') as Parameter['type'],
        fallback: schema.default,
        validator: validatorAt(`${place}/schema`),
      },
    ];
  });
}

function pointerPart(path: string): string {
  return path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
}
