/**
 * Announces the releases of a release tool: what `social post --from-changelog` does, with notes that the tool has made.
 * The plugins for semantic-release and release-it are made of it.
 */
import type { MadeRelease } from './announce.ts';
import { AnnounceError } from './announce-error.ts';
import { type AnnounceOptions, readOptions } from './options.ts';
import type { ReleaseTool } from './tool-io.ts';

export { AnnounceError, type AnnounceOptions, type MadeRelease, type ReleaseTool };

/** The steps of an announcement. Each throws an `AnnounceError`, or only warns where `failOnError` is false. */
export interface Announcer {
  /** Checks key, server, profile and connected accounts. Sends nothing. */
  checkSetup(): Promise<void>;
  /** Checks the text of the release and prints it with its cost. Sends nothing. */
  check(release: MadeRelease): Promise<void>;
  /** Publishes the release, or stores its draft, once: a release that was announced before is not sent again. */
  announce(release: MadeRelease): Promise<void>;
}

/**
 * Opens the announcer of a run. Reads SOCIAL_BASE_URL and SOCIAL_API_KEY of the tool's environment, or else what
 * `social login` has stored.
 * @throws {AnnounceError} for an unknown option or a wrong value, whatever `failOnError` says
 */
export function createAnnouncer(given: object, tool: ReleaseTool): Announcer {
  const options = readOptions({ ...given });
  const load = () => import('./announce.ts');
  return {
    checkSetup: async () => (await load()).checkSetup(options, tool),
    check: async (release) => (await load()).checkRelease(options, tool, release),
    announce: async (release) => (await load()).announceRelease(options, tool, release),
  };
}
