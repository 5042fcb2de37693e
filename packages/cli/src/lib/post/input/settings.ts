import type { PublishInput } from '@social/post-input';
import { isTarget, metaOwners, platformOf, type SettingFacts, settingsOf, type Target } from '@social/types';
import { usageError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { quote } from '../../text/terminal-text.ts';
import { type NamedTarget, parseTarget } from './targets.ts';

/** Options of `social post` that set something at the networks. */
export interface SettingOptions {
  readonly meta?: readonly string[];
  readonly set?: readonly string[];
  readonly aiGenerated?: boolean;
  readonly paidPartnership?: boolean;
}

/** Settings of a target as it was named. */
export interface NamedSettings extends NamedTarget {
  readonly settings: Readonly<Record<string, unknown>>;
}

type Values = Record<string, string | string[] | boolean>;

/** The object of `--meta key=value`. A repeated key makes a list; `tags=a,b` is two tags. */
export function parseMeta(pairs: readonly string[]): Values | undefined {
  const meta = new Map<string, string | string[]>();
  for (const pair of pairs) {
    const [key = '', value] = pair.split(/=(.*)/s);
    if (!key || value === undefined) throw usageError(`--meta ${quote(pair)} is not key=value`);
    const earlier = meta.get(key);
    if (typeOfMeta(key) === 'array') meta.set(key, [...(earlier ?? []), ...listOf(value)]);
    else meta.set(key, earlier === undefined ? value : [earlier, value].flat());
  }
  const entries = [...meta].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return undefined;
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeOfMeta(key) === 'boolean' ? flagOf(value) : value]),
  );
}

function typeOfMeta(name: string): SettingFacts['type'] | undefined {
  const owner = Object.hasOwn(metaOwners, name) ? metaOwners[name] : undefined;
  return owner && settingsOf(owner)[name]?.type;
}

/** Anything but true and false stays a text, which the server refuses. */
function flagOf(value: string | string[]): string | string[] | boolean {
  return value === 'true' || (value === 'false' ? false : value);
}

/**
 * The settings of `--set youtube.madeForKids=false`. @throws {CliError} for a name that its platform does not have
 *
 * @param how.mayUnset makes undefined of a setting without a value
 */
export function parseSettings(pairs: readonly string[], { mayUnset = false } = {}): NamedSettings[] {
  const found = new Map<string, NamedSettings>();
  for (const pair of pairs) {
    const [, name, setting, value] = /^([^.=]+)\.([^.=]+)=(.*)$/s.exec(pair) ?? [];
    if (!name || !setting || value === undefined)
      throw usageError(`--set ${quote(pair)} is not platform.name=value`, 'Example: --set youtube.madeForKids=false');
    const named = parseTarget(name);
    const facts = factsOf(named, setting);
    const before = found.get(named.target)?.settings ?? {};
    const isUnset = mayUnset && value === '';
    const given = isUnset ? undefined : settingValueOf(facts, value, { pair, before: before[setting] });
    const settings = { ...before, [setting]: given };
    found.set(named.target, { ...named, settings });
  }
  return [...found.values()];
}

/** The facts of a setting. @throws {CliError} for a name that the platform does not have */
export function factsOf({ target }: Pick<NamedTarget, 'target'>, setting: string): SettingFacts {
  const [platform = ''] = target.split(':', 1);
  const known = isTarget(platform) ? settingsOf(platformOf(platform)) : {};
  const facts = Object.hasOwn(known, setting) ? known[setting] : undefined;
  if (facts) return facts;
  const names = Object.keys(known);
  const of = target === 'all' ? 'all platforms at once' : platform;
  throw usageError(
    `There is no setting ${quote(setting)} of ${of}${didYouMean(setting, names)}`,
    names.length > 0
      ? `Settings of ${platform}: ${names.join(', ')}`
      : 'Name one platform: --set youtube.madeForKids=false',
  );
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'off'].map((word) => [word, false] as const),
]);

/** Understands a value by the type of its setting. The server checks everything else. */
function settingValueOf(
  { type }: SettingFacts,
  value: string,
  { pair, before }: { readonly pair: string; readonly before: unknown },
): unknown {
  if (type === 'array') return [...(Array.isArray(before) ? before : []), ...listOf(value)];
  if (before !== undefined) throw usageError(`--set ${quote(pair)}: this setting was given before; give it once`);
  if (type === 'boolean') {
    const flag = FLAGS.get(value.trim().toLowerCase());
    if (flag === undefined) throw usageError(`--set ${quote(pair)}: this setting is true or false`);
    return flag;
  }
  if (type !== 'integer') return value;
  if (!/^\d{1,15}$/.test(value.trim())) throw usageError(`--set ${quote(pair)}: this setting is a whole number`);
  return Number(value);
}

function listOf(value: string): string[] {
  return value.split(',').map((entry) => entry.trim());
}

/**
 * The settings of the request: those of a platform are for all its accounts that the post is for.
 * @throws {CliError} for a target that the post is not for
 */
export function settingsFor(named: readonly NamedSettings[], platforms: readonly Target[]): PublishInput['settings'] {
  const found: Record<string, Readonly<Record<string, unknown>>> = {};
  // Those of one account come last, and win.
  for (const one of named.toSorted((one, other) => one.target.length - other.target.length)) {
    const { target, settings } = one;
    const targets = meantBy(one, platforms);
    if (targets.length === 0) throw usageError(`--set names ${target}, which the post is not for`, 'Nothing was sent.');
    for (const each of targets) found[each] = { ...found[each], ...settings };
  }
  return named.length > 0 ? (found as PublishInput['settings']) : undefined;
}

/** A platform means every account of it, a network those of it, and an account itself. */
function meantBy({ target, typed, network }: NamedTarget, platforms: readonly Target[]): readonly Target[] {
  const isWhole = !target.includes(':') || target.endsWith(':*');
  if (isWhole) return platforms.filter((one) => platformOf(one) === target.split(':')[0]);
  const exact = platforms.filter((one) => one === target);
  // Where a network is named, its platform alone means the account of that network.
  return exact.length > 0 || network === undefined ? exact : platforms.filter((one) => one === typed);
}

/** The settings of a draft with others, which win; what is undefined goes. */
export function addedTo(
  before: Readonly<Record<string, object>> = {},
  added: PublishInput['settings'] = {},
): NonNullable<PublishInput['settings']> {
  const both = Object.entries(added).map(([target, own]) => [target, { ...before[target], ...own }] as const);
  const merged = Object.entries<object>({ ...before, ...Object.fromEntries(both) });
  const set = merged.filter(([, own]) => Object.values(own).some((value) => value !== undefined));
  return Object.fromEntries(set) as NonNullable<PublishInput['settings']>;
}

/** The labels for which a post asks every network. */
export function disclosed({
  aiGenerated,
  paidPartnership,
}: { readonly [name in 'aiGenerated' | 'paidPartnership']?: boolean | undefined }): Pick<
  PublishInput,
  'aiGenerated' | 'paidPartnership'
> {
  return { ...(aiGenerated && { aiGenerated: true }), ...(paidPartnership && { paidPartnership: true }) };
}

/** The settings by the targets as they were typed, for a derived key. */
export function typedSettings(named: readonly NamedSettings[]): Record<string, object> | undefined {
  return named.length === 0 ? undefined : Object.fromEntries(named.map(({ target, settings }) => [target, settings]));
}
