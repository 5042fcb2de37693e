import type { Settings } from '../world/settings.ts';
import { type Fields, readCount, readFlag, readText } from './input.ts';

const maxSeconds = 1_000_000_000;

/** Names of the settings. */
export const settingKeys = [
  'autoApprove',
  'authorizeAs',
  'tokenLifetimeSeconds',
  'subscribers',
  'rateLimits',
  'strictText',
] as const satisfies readonly (keyof Settings)[];

/** Reads the settings that a call changes; `tokenLifetimeSeconds: null` restores the networks' own lifetimes. */
export function readSettings(fields: Fields): Partial<Settings> {
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
