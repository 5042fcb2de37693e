import type { Schema } from '@social/types';
import { appendActivity } from '../../store/activity-log.ts';
import type { Queryable } from '../../store/schema.ts';

type Action = Extract<Schema<'LogAction'>, `member.${string}` | `invitation.${string}`>;

/** Logs what happened to a member or an invitation. @param by name of the person or key that did it */
export async function logMember(
  trx: Queryable,
  { workspaceId, at, by }: { workspaceId: string; at: string; by: string },
  action: Action,
  details: Readonly<Record<string, string | number>>,
): Promise<void> {
  const metadata = { ...details, by };
  const of = {
    workspace_id: workspaceId,
    platform: null,
    profile_id: null,
    profile_name: '',
    status: 'success' as const,
  };
  await appendActivity(trx, { ...of, action, metadata, created_at: at });
}
