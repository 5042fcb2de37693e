import manifest from '../package.json' with { type: 'json' };

/** Version of this package. */
export const VERSION: string = manifest.version;

const REQUIRED_NODE = manifest.engines.node.replace(/^>=/, '');

/** Explains that Node is too old for this program. @returns a sentence, or null for a Node that is new enough */
export function describeOldNode(running: string): string | null {
  const [major = 0, minor = 0] = REQUIRED_NODE.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = running.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return null;
  return `needs Node ${REQUIRED_NODE} or later, and this is Node ${running}`;
}
