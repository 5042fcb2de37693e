import {
  metaOwners,
  PLATFORM_IDS,
  type PlatformId,
  platformOf,
  type Schema,
  settingsOf,
  type Target,
} from '@social/types';
import { contractErrors, lookUp, showName, unknownName } from '../../contract.ts';
import { AppError, invalid } from '../../errors.ts';
import { parseJsonText } from '../../strict-json.ts';

/** Labels that a post may ask of every network, which each platform has as a setting or not at all. */
export const DISCLOSURES = ['aiGenerated', 'paidPartnership'] as const;
export type Disclosure = (typeof DISCLOSURES)[number];

export type Settings = Readonly<Record<string, unknown>>;

/** What a request says about settings. */
export interface GivenSettings {
  /** By the names of settings of any platform. */
  readonly meta: Settings;
  readonly settings: Readonly<Partial<Record<Target, Settings>>>;
  readonly disclosures: readonly Disclosure[];
}

const NONE: Settings = {};

/** Reads settings that match the contract. @throws AppError invalid_request with the field */
export function readSettings(
  body: Pick<Schema<'NewDraft'>, 'meta' | 'settings' | Disclosure>,
  platforms: readonly Target[],
): GivenSettings {
  const meta = readMeta(body.meta, [...new Set(platforms.map(platformOf))]);
  const settings: Readonly<Record<string, Settings | undefined>> = body.settings ?? {};
  for (const [name, own = NONE] of Object.entries(settings)) {
    const target = platforms.find((one) => one === name);
    if (target === undefined) {
      const { problem, details } = unknownName('one of the requested platforms', name, platforms);
      throw invalid(`settings.${showName(name)}`, problem, details);
    }
    requireKnown(target, own);
    requireSame(target, own, meta);
  }
  return { meta, settings, disclosures: DISCLOSURES.filter((name) => body[name]) };
}

/** The fields of a body or an answer that say the same; those that say nothing are left out. */
export function settingFields({ meta, settings, disclosures }: GivenSettings): {
  readonly meta?: Schema<'MetaObject'>;
  readonly settings?: Schema<'Settings'>;
} & { readonly [name in Disclosure]?: true } {
  return {
    ...(Object.keys(meta).length > 0 && { meta: meta as Schema<'MetaObject'> }),
    ...(Object.keys(settings).length > 0 && { settings: settings as Schema<'Settings'> }),
    ...Object.fromEntries(disclosures.map((name) => [name, true])),
  };
}

/** The contract itself checks the settings of platforms, but not those of single accounts. */
function requireKnown(target: Target, own: Settings): void {
  const platform = platformOf(target);
  const schemas = lookUp('#/components/schemas/SettingsInput/properties') as Record<string, { readonly $ref: string }>;
  const name = schemas[platform]?.$ref.split('/').at(-1) as 'VideoSettings' | undefined;
  if (name === undefined)
    throw invalid(`settings.${target}`, `is not known: ${platform} has no settings. Nothing was done`);
  const [problem] = contractErrors(name, own, `settings.${target}`);
  if (problem) throw invalid(problem.field, problem.problem, problem.details);
}

function requireSame(target: Target, own: Settings, meta: Settings): void {
  const twice = Object.keys(own).find(
    (name) =>
      metaOwners[name] === platformOf(target) &&
      Object.hasOwn(meta, name) &&
      JSON.stringify(own[name]) !== JSON.stringify(meta[name]),
  );
  if (twice === undefined) return;
  throw invalid(
    `settings.${target}.${twice}`,
    `is not what meta.${twice} says; give one of them, or the same value twice. Nothing was done`,
  );
}

/** The settings of one target, by whichever way they were given. A target's own settings win over the labels of the post. */
export function settingsFor({ meta, settings, disclosures }: GivenSettings, target: Target): Settings {
  const names = Object.keys(meta);
  const own = settings[target];
  if (names.length === 0 && disclosures.length === 0) return own ?? NONE;
  const platform = platformOf(target);
  const known = settingsOf(platform);
  return {
    ...Object.fromEntries(disclosures.filter((name) => known[name]).map((name) => [name, true])),
    ...Object.fromEntries(names.filter((name) => metaOwners[name] === platform).map((name) => [name, meta[name]])),
    ...own,
  };
}

/**
 * Reads `meta`. Refuses unknown settings. Refuses known ones that no requested platform takes if a requested platform takes
 * others: a misplaced `privacyLevel` would leave a video public. Else they have no effect.
 */
function readMeta(given: Schema<'MetaInput'> | undefined, platforms: readonly PlatformId[]): Settings {
  if (given === undefined) return NONE;
  const meta = typeof given === 'string' ? parseMeta(given) : (given as Settings);
  const known = Object.keys(metaOwners);
  const unknown = Object.keys(meta).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const { problem, details } = unknownName('a known setting', unknown, known);
    throw invalid(`meta.${showName(unknown)}`, problem, details);
  }
  const taken = known.filter((name) => platforms.some((platform) => platform === metaOwners[name]));
  const foreign = taken.length > 0 && Object.keys(meta).find((name) => !taken.includes(name));
  if (foreign) {
    const takers = PLATFORM_IDS.filter((platform) => taken.some((name) => metaOwners[name] === platform));
    const problem = `is a setting of ${metaOwners[foreign]}, which this post is not for; ${takers.join(' and ')} takes ${taken.join(', ')}. Nothing was done`;
    throw invalid(`meta.${foreign}`, problem);
  }
  return meta;
}

function parseMeta(text: string): Settings {
  let meta: unknown;
  try {
    meta = parseJsonText(text, 'it');
  } catch (cause) {
    const reason = cause instanceof AppError ? cause.message : 'it cannot be read';
    throw invalid('meta', `is a text, which must be an object written as JSON; ${reason}`);
  }
  const [problem] = contractErrors('MetaObjectInput', meta, 'meta');
  if (problem) throw invalid(problem.field, problem.problem, problem.details);
  return meta as Settings;
}
