import type { Io } from '../../lib/io.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

const MAX_LENGTH = 80;

/** The name of this machine for the server, which names the key after it. */
export function machineName({ hostName }: Pick<Io, 'hostName'>): string {
  return (
    oneLine(hostName)
      .replace(/\p{Cf}/gu, '')
      .slice(0, MAX_LENGTH)
      .trim() || 'a machine without a name'
  );
}
