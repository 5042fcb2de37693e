import { isPlatformId, platformName } from '@social/types';
import type { Tone } from '../../ui/parts/state-mark.tsx';
import type { LogEntry } from './activity.ts';

/** Actions of the log by their labels in the filter. */
export const ACTIONS: Readonly<Record<LogEntry['action'], string>> = {
  'post.published': 'Posts',
  'post.unpublished': 'Posts taken back',
  'draft.created': 'Draft written',
  'draft.edited': 'Draft edited',
  'draft.approved': 'Draft approved',
  'draft.deleted': 'Draft deleted',
  'platform.connected': 'Connected',
  'platform.disconnected': 'Disconnected',
  'platform.needs_reconnect': 'Needs reconnecting',
  'platform.expiring': 'Connection ends soon',
  'profile.created': 'Profile created',
  'profile.deleted': 'Profile deleted',
  'profile.slots_changed': 'Slots changed',
  'command.signed_in': 'Command signed in',
  'webhook.created': 'Webhook created',
  'webhook.deleted': 'Webhook deleted',
  'webhook.paused': 'Webhook switched off',
  'member.invited': 'Member invited',
  'member.joined': 'Member joined',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'invitation.revoked': 'Invitation revoked',
};

/** Outcomes of an action by their words, in the list and in the filter. */
export const STATUSES: Readonly<Record<LogEntry['status'], { words: string; tone: Tone }>> = {
  success: { words: 'Done', tone: 'ok' },
  failed: { words: 'Failed', tone: 'warning' },
  unknown: { words: 'Outcome unknown', tone: 'warning' },
  missed: { words: 'Missed', tone: 'warning' },
  canceled: { words: 'Canceled', tone: 'off' },
};

/** Returns an entry's outcome. An expiring connection is logged as a success, but shown as a warning. */
export function statusOf({ action, status }: LogEntry): { words: string; tone: Tone } {
  return action === 'platform.expiring' ? { words: 'Reconnect soon', tone: 'warning' } : STATUSES[status];
}

/** Returns a platform's name, or the id of a platform that this app does not know. */
function platformInWords(platform: string | null, network: string | null): string {
  if (platform === null) return '';
  return isPlatformId(platform) ? platformName(platform, network) : platform;
}

/** Returns a text of an entry's metadata, or undefined when it holds none by this name. */
export function textOf({ metadata }: LogEntry, name: string): string | undefined {
  const value = metadata[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Describes an entry in one sentence without a full stop. @param network of its account; null where that is not known */
export function entryInWords(entry: LogEntry, network: string | null = null): string {
  const platform = platformInWords(entry.platform, network);
  const account = textOf(entry, 'account');
  const asAccount = account === undefined ? '' : ` as ${account}`;
  switch (entry.action) {
    case 'post.published':
      return postInWords(entry, platform);
    case 'post.unpublished':
      return removalInWords(entry, platform);
    case 'draft.created':
      return `Draft written by ${textOf(entry, 'writtenBy') ?? 'somebody'}`;
    case 'draft.edited':
      return `Draft edited by ${textOf(entry, 'editedBy') ?? 'somebody'}`;
    case 'draft.approved':
      return `Draft approved by ${textOf(entry, 'approvedBy') ?? 'somebody'}`;
    case 'draft.deleted':
      return `Draft deleted by ${textOf(entry, 'deletedBy') ?? 'somebody'}`;
    case 'platform.connected':
      return `${platform} connected${asAccount}`;
    case 'platform.disconnected':
      return `${platform} disconnected${account === undefined ? '' : ` from ${account}`}`;
    case 'platform.needs_reconnect':
      return `${platform} needs reconnecting${asAccount}`;
    case 'platform.expiring':
      return `${platform}: the connection${asAccount} ends soon`;
    case 'profile.created':
      return `Profile ${entry.profileName} created`;
    case 'profile.deleted':
      return `Profile ${entry.profileName} deleted`;
    case 'profile.slots_changed':
      return `Slots of profile ${entry.profileName} changed`;
    case 'command.signed_in':
      return `API key made for the command on ${textOf(entry, 'machine') ?? 'a machine'}`;
    case 'webhook.created':
      return `Webhook to ${textOf(entry, 'host') ?? 'a receiver'} created`;
    case 'webhook.deleted':
      return `Webhook to ${textOf(entry, 'host') ?? 'a receiver'} deleted`;
    case 'webhook.paused':
      return `Webhook to ${textOf(entry, 'host') ?? 'a receiver'} switched off`;
    default:
      return memberInWords(entry);
  }
}

function memberInWords(entry: LogEntry): string {
  const [member, by, role] = ['member', 'by', 'role'].map((name) => textOf(entry, name) ?? 'somebody');
  const invited = textOf(entry, 'email') ?? 'Somebody';
  switch (entry.action) {
    case 'member.invited':
      return `${invited} invited as ${role} by ${by}`;
    case 'invitation.revoked':
      return `Invitation of ${invited.toLowerCase()} revoked by ${by}`;
    case 'member.joined':
      return `${member} joined as ${role}`;
    case 'member.role_changed':
      return `${member} made ${role} by ${by}`;
    default:
      return member === by ? `${member} left` : `${member} removed by ${by}`;
  }
}

function removalInWords({ status }: LogEntry, platform: string): string {
  if (status === 'success') return `Taken back from ${platform}`;
  return status === 'unknown' ? `Deletion on ${platform} without a clear answer` : `Not taken back from ${platform}`;
}

function postInWords(entry: LogEntry, platform: string): string {
  const byHand = entry.metadata['settledByHand'] === true ? ', marked by hand' : '';
  switch (entry.status) {
    case 'success':
      return `Published to ${platform}${byHand}`;
    case 'failed':
      return textOf(entry, 'nextAttemptAt') ? `Put off for ${platform}` : `Not published to ${platform}${byHand}`;
    case 'unknown':
      return `Sent to ${platform}, which gave no clear answer`;
    case 'missed':
      return `Not sent to ${platform} in time`;
    case 'canceled':
      return `Canceled for ${platform}`;
  }
}
