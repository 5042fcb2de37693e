import type { StoredConfig, StoredContext } from '../../lib/config/config-file.ts';
import { updateConfig } from '../../lib/config/config-write.ts';
import { checkBaseUrl, checkStored, isSameServer } from '../../lib/config/settings.ts';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

const FIELDS = { 'base-url': 'baseUrl', profile: 'profile', 'api-key': 'apiKey' } as const;
type Name = keyof typeof FIELDS;

/** `social config use <context>`. */
export async function selectContext(context: Context, name: string): Promise<void> {
  await change(context, (stored) => {
    checkStored(stored, name);
    return { ...stored, current: name };
  });
  await context.output.data({ current: name }, (style) => `${style.ok} ${name} is the current server`);
  if (context.io.env['SOCIAL_CONTEXT']) await context.output.note('SOCIAL_CONTEXT overrides it.');
}

/** `social config set <name> <value>`. Another address forgets the key, which belongs to the former one. */
export async function setValue(context: Context, name: Name, value: string): Promise<void> {
  if (value.trim() === '') throw usageError('The value is empty', `To forget it: social config unset ${name}`);
  if (name === 'base-url') checkBaseUrl(value, context.flags.insecure === true);
  let isKeyForgotten = false;
  const server = await changeServer(context, (before) => {
    const isMoved = name === 'base-url' && !isSameServer(value, before.baseUrl);
    isKeyForgotten = isMoved && before.apiKey !== undefined;
    return { ...before, ...(isMoved && { apiKey: undefined }), [FIELDS[name]]: value };
  });
  await context.output.data(
    { context: server, name, value },
    (style) => `${style.ok} ${name} is ${oneLine(value)} for ${server}`,
  );
  if (isKeyForgotten) {
    await context.output.note('The key belonged to the former address and was forgotten. Sign in with: social login');
  }
}

/** `social config unset <name>`. */
export async function unsetValue(context: Context, name: Name): Promise<void> {
  const server = await changeServer(context, (before) => ({
    ...before,
    ...(name === 'base-url' && { apiKey: undefined }),
    [FIELDS[name]]: undefined,
  }));
  await context.output.data(
    { context: server, name, value: null },
    (style) => `${style.ok} ${name} is no longer stored for ${server}`,
  );
}

/** `social config delete <context>`. */
export async function deleteContext(context: Context, name: string): Promise<void> {
  let current: string | undefined;
  await change(context, (stored) => {
    checkStored(stored, name);
    const contexts = new Map(stored.contexts);
    contexts.delete(name);
    current = stored.current === name ? [...contexts.keys()][0] : stored.current;
    return { current, contexts };
  });
  await context.output.data({ deleted: name, current: current ?? null }, (style) => {
    const next = current === undefined ? 'no server is stored now' : `the current server is ${oneLine(current)}`;
    return `${style.ok} ${name} is forgotten here; ${next}`;
  });
}

async function change(context: Context, how: (stored: StoredConfig) => StoredConfig): Promise<void> {
  await updateConfig((await context.stored()).path, how);
}

/** Changes the server in use. @returns the name of that server */
async function changeServer(context: Context, how: (before: StoredContext) => StoredContext): Promise<string> {
  const name = (await context.settings()).context.value ?? '';
  await change(context, ({ current, contexts }) => ({
    current: current ?? name,
    contexts: new Map(contexts).set(name, how(contexts.get(name) ?? {})),
  }));
  return name;
}
