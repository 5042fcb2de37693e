import type { Schema } from '@social/types';
import type { NewActivity } from '../../store/activity-log.ts';
import type { DraftRow } from '../../store/posts/drafts.ts';
import { activityOf } from './draft-activity.ts';
import { contentOf, type DraftContent } from './draft-content.ts';

/** At most one edit of a draft by a person is logged in this time, since an editor saves with every pause. */
const SPAN_MS = 10 * 60_000;

/** An edit that is logged. */
interface LoggedEdit {
  /** Names of the fields that it changed. */
  readonly fields: readonly string[];
  readonly by: Schema<'Person'>;
  /** ISO 8601 instant. */
  readonly at: string;
  /** The draft's `logged_edits` with this one. */
  readonly loggedEdits: string;
}

/** Finds out whether an edit is logged. @returns null for one that changes nothing, or soon after another one of the same person */
export function loggedEdit(
  before: Pick<DraftRow, 'content' | 'profile_id' | 'logged_edits'>,
  edit: {
    readonly changed: Pick<DraftRow, 'content' | 'profile_id'>;
    readonly by: Schema<'Person'>;
    readonly at: string;
  },
): LoggedEdit | null {
  const { changed, by, at } = edit;
  const fields = changedFields(before, changed);
  const logged = JSON.parse(before.logged_edits ?? '{}') as Record<string, string>;
  const recent = Object.entries(logged).filter(([, instant]) => Date.parse(instant) > Date.parse(at) - SPAN_MS);
  const person = `${by.kind} ${by.id}`;
  if (fields.length === 0 || recent.some(([name]) => name === person)) return null;
  return { fields, by, at, loggedEdits: JSON.stringify(Object.fromEntries([...recent, [person, at]])) };
}

/** Makes the log entry of an edit. @param draft as it is after the edit */
export function editActivity(draft: DraftRow, { fields, by, at }: LoggedEdit): NewActivity {
  return activityOf(draft, { action: 'draft.edited', at, metadata: { editedBy: by.name, fields } });
}

type Edited = Pick<DraftRow, 'content' | 'profile_id'>;

function changedFields(before: Edited, after: Edited): string[] {
  const [old, now] = [contentOf(before), contentOf(after)];
  const names = Object.keys({ ...old, ...now }) as (keyof DraftContent)[];
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return before.profile_id === after.profile_id ? changed : [...changed, 'profile'];
}
