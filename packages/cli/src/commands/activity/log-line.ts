import type { Schema } from '@social/sdk';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';
import type { NamePlatform } from './log-accounts.ts';

/** An entry of the activity log as the cells of a table: when, action, platform, profile, status, detail. */
export function cellsOf(entry: Schema<'LogEntry'>, namePlatform: NamePlatform): string[] {
  const { createdAt, action, profileName, status, outcome } = entry;
  return [
    localTime(createdAt),
    action,
    oneLine(namePlatform(entry)),
    oneLine(profileName),
    outcome ?? status,
    oneLine(detailOf(entry)),
  ];
}

/** The detail of an entry, and the next step where the user can take one. */
function detailOf({ action, platform, metadata }: Schema<'LogEntry'>): string {
  if (action === 'platform.needs_reconnect') {
    return `no longer accepted; connect it again with: social connect ${platform}`;
  }
  if (action === 'platform.expiring') {
    return `ends ${localTime(String(metadata['expiresAt']))}; renew it by then with: social connect ${platform}`;
  }
  if (action === 'command.signed_in') {
    return `key ${metadata['keyPreview']} made for the command on ${metadata['machine']}`;
  }
  if (action.startsWith('webhook.')) {
    const error = metadata['error'];
    return `${metadata['host']}${error === undefined ? '' : `: ${error}`}`;
  }
  return String(metadata['error'] ?? metadata['text'] ?? '');
}
