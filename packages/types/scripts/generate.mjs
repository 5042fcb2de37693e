import { mkdir, writeFile } from 'node:fs/promises';
import openapiTS, { astToString, stringToAST } from 'openapi-typescript';
import { readCapabilities } from './capabilities.mjs';
import { readContract } from './contract.mjs';
import { networksOf, writeRegistries } from './networks.mjs';
import { writePlatformTables } from './platform-table.mjs';

const contractUrl = new URL('../../../specs/openapi.yaml', import.meta.url);
const output = new URL('../src/generated/', import.meta.url);
const contract = await readContract(contractUrl);
const banner = '// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.\n';

const catalogued = Object.keys(contract['x-error-codes']).join();
if (contract.components.schemas.ErrorCode.enum.join() !== catalogued) {
  throw new Error(`specs/openapi.yaml: ErrorCode must list the keys of x-error-codes, in order: ${catalogued}`);
}

const { networks, platforms } = networksOf(contract);
const capabilities = readCapabilities(contract['x-networks'], platforms);

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Callers of an operation: `workspace` (a key or a session), `key`, `webhook` (its two headers), `session`, or `none` (everyone). */
function authOf(operation) {
  const schemes = (operation.security ?? []).flatMap((alternative) => Object.keys(alternative));
  if (schemes.includes('webhookKey')) return 'webhook';
  if (schemes.includes('bearer')) return schemes.includes('session') ? 'workspace' : 'key';
  return schemes.includes('session') ? 'session' : 'none';
}

/** Returns true for an operation with the parameter `Idempotency-Key`. */
function takesIdempotencyKey(operation) {
  return (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
}

/**
 * Scopes of which a caller needs one. `x-scope` holds a scope, a list, or an object: `otherwise`, and by the name of a condition
 * those that are enough where the condition holds. An operation without callers that has scopes looks at a session where there is one.
 */
function scopesOf({ operationId, 'x-scope': given }, auth) {
  const takesKeys = ['workspace', 'key', 'webhook'].includes(auth);
  if (takesKeys && given === undefined) throw new Error(`specs/openapi.yaml: ${operationId} lacks x-scope`);
  if (given === undefined) return {};
  const { otherwise, ...when } = typeof given === 'string' || Array.isArray(given) ? { otherwise: given } : given;
  const conditions = Object.entries(when).map(([condition, scopes]) => [condition, listed(operationId, scopes)]);
  return {
    scopes: listed(operationId, otherwise),
    ...(conditions.length > 0 && { scopesWhen: Object.fromEntries(conditions) }),
  };
}

/** Checks that the scopes of an operation cover what it may do at a network. Under a condition it may do less, never more. */
function checkEffects({ operationId, 'x-effects': effects = [] }, { scopes = [] }) {
  for (const effect of effects) {
    const enough = contract['x-effect-scopes'][effect];
    const isCovered = scopes.length > 0 && scopes.every((scope) => enough?.includes(scope));
    if (isCovered) continue;
    const problem = enough ? `needs one of the scopes ${enough.join(', ')}` : 'is not in x-effect-scopes';
    throw new Error(`specs/openapi.yaml: ${operationId} has the effect ${effect}, which ${problem}`);
  }
}

/** Role that a signed-in person needs; `any` says that every member may call the operation. Keys have none. */
function roleOf({ operationId, 'x-role': role, 'x-scope': scope }, auth) {
  if (auth === 'session' && role === undefined && scope === undefined) {
    throw new Error(`specs/openapi.yaml: ${operationId} lacks x-role: owner, or any`);
  }
  if (role === undefined || (role === 'any' && auth === 'session')) return {};
  const isKnown = contract.components.schemas.Role.enum.includes(role);
  if (isKnown && ['workspace', 'session'].includes(auth)) return { role };
  const problem = isKnown ? 'lets no person in, so x-role means nothing' : `has an unknown x-role: ${role}`;
  throw new Error(`specs/openapi.yaml: ${operationId} ${problem}`);
}

function listed(operationId, scopes) {
  const list = [scopes].flat();
  const known = contract.components.schemas.Scope.enum;
  if (list.length === 0 || !list.every((scope) => known.includes(scope))) {
    throw new Error(`specs/openapi.yaml: x-scope of ${operationId} must name scopes: ${known.join(', ')}`);
  }
  return list;
}

const operations = {};
for (const [path, item] of Object.entries(contract.paths)) {
  for (const method of methods.filter((each) => each in item)) {
    const operation = item[method];
    const [tag] = operation.tags;
    const auth = authOf(operation);
    const rules = {
      auth,
      idempotent: takesIdempotencyKey(operation),
      ...scopesOf(operation, auth),
      ...roleOf(operation, auth),
    };
    checkEffects(operation, rules);
    operations[operation.operationId] = { method: method.toUpperCase(), path, tag, ...rules };
  }
}
const { CounterKind, PostStatus, PostOutcome, LogAction, LogStatus, Role, Scope, WebhookKind } =
  contract.components.schemas;
const constants = {
  OPERATIONS: operations,
  NETWORKS: networks,
  PLATFORMS: platforms,
  PLANS: contract['x-plans'],
  ERROR_CODES: contract['x-error-codes'],
  POST_STATUSES: PostStatus.enum,
  POST_OUTCOMES: PostOutcome.enum,
  COUNTER_KINDS: CounterKind.enum,
  LOG_ACTIONS: LogAction.enum,
  LOG_STATUSES: LogStatus.enum,
  SCOPES: Scope.enum,
  ROLES: Role.enum,
  WEBHOOK_KINDS: WebhookKind.enum,
  META_OWNERS: ownersOf(contract.components.schemas.MetaObjectInput.properties),
};
const body = Object.entries(constants).map(constant).join('\n');

function constant([name, value]) {
  return `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}

/** The settings of each platform, as programs read them. */
function settingsOf({ SettingsInput, ...schemas }) {
  const schemaOf = ({ $ref, ...own }) => ($ref ? schemas[$ref.split('/').at(-1)] : own);
  const entries = Object.entries(SettingsInput.properties).map(([platform, { $ref }]) => {
    const { properties } = schemaOf({ $ref });
    const settings = Object.entries(properties).map(([name, given]) => {
      const { type, items, enum: values = items?.enum, description, 'x-only': only } = schemaOf(given);
      return [name, { type, ...(values && { values }), ...(only && { only }), description }];
    });
    return [platform, Object.fromEntries(settings)];
  });
  return Object.fromEntries(entries);
}

/** Whether each network has each capability, without the sources. */
function statesOf(rows) {
  const states = (cells) => Object.fromEntries(Object.entries(cells).map(([name, { state }]) => [name, state]));
  return Object.fromEntries(
    Object.entries(rows).map(([id, { network, cells }]) => [id, { network, states: states(cells) }]),
  );
}

/** The platform that each setting in `meta` is for. */
function ownersOf(properties) {
  return Object.fromEntries(Object.entries(properties).map(([name, { 'x-platform': platform }]) => [name, platform]));
}

const nameOf = ($ref) => `components["schemas"]["${$ref.split('/').at(-1)}"]`;

/**
 * Types targets, and maps whose keys are targets. A map that callers write takes no other key; one that they read has any key, so that
 * reading all values of it is plain.
 */
function targetType({ format, 'x-target-keys': hasTargetKeys, properties, additionalProperties }) {
  const platform = 'components["schemas"]["PlatformId"]';
  if (format === 'target') return typeOf(`${platform} | \`\${${platform}}:\${string}\``);
  if (!hasTargetKeys) return undefined;
  if (properties) {
    const members = Object.entries(properties).map(
      ([id, { $ref }]) => `{ [target in "${id}" | \`${id}:\${string}\`]?: ${nameOf($ref)} }`,
    );
    // The server refuses those of a platform without settings.
    const others = contract.components.schemas.PlatformId.enum.filter((id) => !Object.hasOwn(properties, id));
    members.push(...others.map((id) => `{ [target in "${id}" | \`${id}:\${string}\`]?: Record<string, unknown> }`));
    return typeOf(members.join(' & '));
  }
  const value = nameOf(additionalProperties.$ref);
  const isWritten = additionalProperties.$ref.endsWith('Input');
  const target = nameOf('Target');
  return typeOf(isWritten ? `{ [target in ${target}]?: ${value} }` : `{ [target: string]: ${value} }`);
}

function typeOf(text) {
  const [{ type }] = stringToAST(`type Target = ${text}`);
  return type;
}

await mkdir(output, { recursive: true });
await writeFile(
  new URL('schema.ts', output),
  `${banner}${astToString(await openapiTS(contract, { transform: targetType }))}`,
);
await writeFile(new URL('contract.ts', output), `${banner}\n${body}`);
await writeFile(
  new URL('settings.ts', output),
  `${banner}\n${constant(['SETTINGS', settingsOf(contract.components.schemas)])}`,
);
await writeFile(new URL('capabilities.ts', output), `${banner}\n${constant(['CAPABILITIES', statesOf(capabilities)])}`);
await writeFile(new URL('openapi.json', output), `${JSON.stringify(contract, null, 2)}\n`);
await writePlatformTables(platforms, networks, capabilities);
await writeRegistries(contract['x-networks'], networks, banner);
