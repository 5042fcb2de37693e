import { PLATFORM_IDS, type PlatformId, type Schema } from '@social/types';
import { usageError } from '../../errors.ts';
import { allPlatforms, type NamedPlatform, parsePlatform, platformNamed } from '../../networks.ts';
import { quote } from '../../text/terminal-text.ts';

/** The platforms of `--to`, or of another flag, each once and in a fixed order, so that the same post is the same request. */
export function parseTargets(values: readonly string[], flag = '--to'): PlatformId[] {
  if (values.length === 0) {
    throw usageError('Say where to publish: --to profnet,microblog', `Platforms: ${allPlatforms()}`);
  }
  const names = values.flatMap((value) => splitList(value, flag));
  const wanted = new Set(names.map(parsePlatform));
  return PLATFORM_IDS.filter((id) => wanted.has(id));
}

/** Entries of `--to` that name one of several networks of a platform. */
export function namedNetworks(values: readonly string[]): Required<NamedPlatform>[] {
  return values.flatMap((value) =>
    value.split(',').flatMap((name) => {
      const { platform, network } = platformNamed(name.trim()) ?? {};
      return platform !== undefined && network !== undefined ? [{ platform, network }] : [];
    }),
  );
}

/** The entries of a comma-separated list. @throws {CliError} for an empty entry, which suggests an unset variable */
function splitList(list: string, flag: string): string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  if (!entries.includes('')) return entries;
  throw usageError(`${flag} ${quote(list)} has an empty entry; is a variable unset?`, 'Nothing was sent.');
}

/** Settings that are true or false. */
const FLAGS: readonly string[] = ['pull', 'sensitive'] satisfies (keyof Schema<'MetaObjectInput'>)[];
/** Settings that are lists. */
const LISTS: readonly string[] = ['tags', 'langs'] satisfies (keyof Schema<'MetaObjectInput'>)[];

/** The object of `--meta key=value`. A repeated key makes a list; `tags=a,b` is two tags. */
export function parseMeta(pairs: readonly string[]): Record<string, string | string[] | boolean> | undefined {
  const meta = new Map<string, string | string[]>();
  for (const pair of pairs) {
    const [key = '', value] = pair.split(/=(.*)/s);
    if (!key || value === undefined) throw usageError(`--meta ${quote(pair)} is not key=value`);
    const earlier = meta.get(key);
    if (LISTS.includes(key))
      meta.set(
        key,
        [...(earlier ?? []), ...value.split(',')].map((tag) => tag.trim()),
      );
    else meta.set(key, earlier === undefined ? value : [earlier, value].flat());
  }
  const entries = [...meta].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([key, value]) => [key, FLAGS.includes(key) ? flagOf(value) : value]));
}

/** Anything but true and false stays a text, which the server refuses. */
function flagOf(value: string | string[]): string | string[] | boolean {
  return value === 'true' || (value === 'false' ? false : value);
}
