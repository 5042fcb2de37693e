import { type Fields, readCount, readFlag, readText } from '../http/input.ts';
import { definitionOf, type RunningNetwork } from '../networks/registry.ts';
import type { Settings } from '../world/settings.ts';
import type { World } from '../world/world.ts';

const maxSeconds = 1_000_000_000;

interface Settable {
  readonly world: World;
  readonly networks: readonly RunningNetwork[];
}

/** The settings of all networks, and by its id those of each network that has its own. */
export function allSettings({ world, networks }: Settable): object {
  const own = networks.flatMap(({ id, settings }) => (settings ? [[id, settings]] : []));
  return { ...world.settings, ...Object.fromEntries(own) };
}

/** Changes the settings that a call names, or none where it is mistaken. */
export function changeSettings({ world, networks }: Settable, fields: Fields): void {
  const common = readCommon(fields);
  const changes = networks.flatMap(({ id, settings }) =>
    settings && fields[id] !== undefined ? [{ settings, own: definitionOf(id).settings?.read(fields[id]) }] : [],
  );
  Object.assign(world.settings, common);
  for (const { settings, own } of changes) Object.assign(settings, own);
}

/** Reads settings of all networks; `tokenLifetimeSeconds: null` restores the networks' own lifetimes. */
function readCommon(fields: Fields): Partial<Settings> {
  const changed: Partial<Settings> = {};
  for (const name of ['autoApprove', 'rateLimits', 'strictText'] as const) {
    if (fields[name] !== undefined) changed[name] = readFlag(fields, name);
  }
  if (fields['authorizeAs'] !== undefined) changed.authorizeAs = readText(fields, 'authorizeAs', /^\S{1,100}$/);
  if (fields['tokenLifetimeSeconds'] === null) changed.tokenLifetimeSeconds = null;
  else {
    const seconds = readCount(fields, 'tokenLifetimeSeconds', { min: 0, max: maxSeconds });
    if (seconds !== undefined) changed.tokenLifetimeSeconds = seconds;
  }
  const subscribers = readCount(fields, 'subscribers', { min: 0, max: maxSeconds });
  if (subscribers !== undefined) changed.subscribers = subscribers;
  return changed;
}
