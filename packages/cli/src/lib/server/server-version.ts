/** Header with the server's version on every answer. */
export const VERSION_HEADER = 'social-version';

/** A difference between the versions of command and server, with the fix. */
export interface VersionDifference {
  readonly message: string;
  readonly fix: string;
}

/**
 * Compares `major.minor`; patch versions always fit. @returns the difference, or undefined without one
 */
export function compareVersions(command: string, server: string): VersionDifference | undefined {
  const [own, other] = [partsOf(command), partsOf(server)];
  if (!own || !other) return undefined;
  const distance = own.major - other.major || own.minor - other.minor;
  if (distance === 0) return undefined;
  const versions = `social is ${command}, the server ${server}`;
  return distance > 0
    ? { message: `the server is older than this command (${versions})`, fix: `update the server to ${command}` }
    : { message: `this command is older than the server (${versions})`, fix: `update social to ${server}` };
}

function partsOf(version: string): { major: number; minor: number } | undefined {
  const match = /^(\d{1,6})\.(\d{1,6})\.\d[\w.+-]{0,40}$/.exec(version);
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : undefined;
}
