import { isPlatformId, NETWORK_IDS, type NetworkId, networkFacts, PLATFORM_IDS, platformFacts } from '@social/types';
import { usageError } from '../../lib/errors.ts';
import { networkCalled } from '../../lib/networks.ts';
import { didYouMean } from '../../lib/text/nearest.ts';
import { quote } from '../../lib/text/terminal-text.ts';

/** The networks that the sandbox simulates, in its own order. */
export const NETWORKS: readonly NetworkId[] = NETWORK_IDS.filter((id) => networkFacts(id).through === undefined);

/** Kinds of calls to a network. */
export const OPERATIONS = [
  'publish',
  'delete',
  'action',
  'upload',
  'authorize',
  'token',
  'refresh',
  'revoke',
  'identity',
  'read',
] as const;

/** Ways to make a call fail. */
export const KINDS = [
  'rate-limit',
  'server-error',
  'bad-gateway',
  'timeout',
  'drop',
  'accept-then-hang',
  'accept-then-half',
  'accept-then-drop',
  'accept-then-error',
  'no-id',
  'huge',
  'drip',
  'slow',
  'garbage',
  'invalid-grant',
  'unauthorized',
  'expired-token',
  'revoked-token',
  'version-sunset',
  'credits-depleted',
  'forbidden',
] as const;

/** Finds a network of the sandbox by its own name or its platform's. @throws {CliError} exit code 2 */
export function parseNetwork(given: string): string {
  const name = networkCalled(given) ?? given.toLowerCase();
  if (!isPlatformId(name)) return parseWord(name, NETWORKS, 'network', PLATFORM_IDS);
  const served: readonly string[] = platformFacts(name).networks;
  const [network, other] = NETWORKS.filter((one) => served.includes(one));
  if (network !== undefined && other === undefined) return network;
  throw usageError(`${name} is served by ${network} and ${other}: name one of them`, NOTHING_CHANGED);
}

export const parseOperation = (given: string): string => parseWord(given, OPERATIONS, 'operation');
export const parseKind = (given: string): string => parseWord(given, KINDS, 'kind of fault');

const NOTHING_CHANGED = 'Nothing was changed.';

/** Checks a word. @param aliases further names to suggest @throws {CliError} exit code 2 */
function parseWord(given: string, words: readonly string[], noun: string, aliases: readonly string[] = []): string {
  if (words.includes(given)) return given;
  const article = noun === 'operation' ? 'an' : 'a';
  throw usageError(
    `${quote(given)} is not ${article} ${noun} of the sandbox${didYouMean(given, [...words, ...aliases])}`,
    `${NOTHING_CHANGED} There are: ${words.join(', ')}`,
  );
}
