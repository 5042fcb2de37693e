import { isRecord } from '../../../http/request-body.ts';
import type { BlueskyState } from '../state.ts';
import { partsOf, type RecordAddress } from './addresses.ts';
import type { PreparedRecord } from './prepare.ts';

/** Collections in which an account has one record for each subject. */
const oneEach: readonly string[] = [
  'app.bsky.feed.like',
  'app.bsky.feed.repost',
  'app.bsky.graph.follow',
  'app.bsky.graph.block',
];

/** Finds the earlier records about the same subject, which a new one replaces. */
export function findConflicts(state: BlueskyState, { address, value, uri }: PreparedRecord): readonly RecordAddress[] {
  const subject = subjectOf(value['subject']);
  if (subject === undefined || !oneEach.includes(address.collection)) return [];
  const prefix = `at://${address.did}/${address.collection}/`;
  return [...state.records].flatMap(([each, record]) => {
    const isSame = each.startsWith(prefix) && each !== uri && subjectOf(record.value['subject']) === subject;
    return isSame ? (partsOf(each) ?? []) : [];
  });
}

function subjectOf(value: unknown): string | undefined {
  const subject = isRecord(value) ? value['uri'] : value;
  return typeof subject === 'string' ? subject : undefined;
}
