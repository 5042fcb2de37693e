import type { components } from './generated/schema.ts';
import { SETTINGS } from './generated/settings.ts';

/** A setting of a platform, as data of the contract. */
export interface SettingFacts {
  readonly type: 'string' | 'boolean' | 'integer' | 'array';
  /** The only ones that it takes, or its list. */
  readonly values?: readonly string[];
  /** Networks of the platform that have it, where not all do. */
  readonly only?: readonly string[];
  readonly description: string;
}

/** The settings of a platform by their names. */
export function settingsOf(platform: components['schemas']['PlatformId']): Readonly<Record<string, SettingFacts>> {
  return Object.hasOwn(SETTINGS, platform) ? SETTINGS[platform as keyof typeof SETTINGS] : {};
}
