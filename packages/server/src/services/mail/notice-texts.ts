import type { ActivityRow } from '../../store/activity-log.ts';
import type { MailKind } from '../../store/mail/mail-settings.ts';
import { describeEntry, factsOf } from './notice-lines.ts';

/** Subject and text of a mail. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
}

interface Wording {
  /** Page on which a person can act on several things at once. */
  readonly page: string;
  readonly subject: (count: number) => string;
  readonly happened: string;
  readonly next: string;
}

const MOST_LINES = 20;

const WORDINGS: Readonly<Record<MailKind, Wording>> = {
  'post.failed': {
    page: '/?outcome=partial,failed,unknown',
    subject: (count) => (count === 1 ? 'A post failed' : `Posts failed on ${count} platforms`),
    happened: 'This was not published:',
    next: 'Open the post to see why, and send again there what failed. Nothing is sent again without you.',
  },
  'post.unknown': {
    page: '/?outcome=unknown',
    subject: () => 'It is unknown whether a post was published',
    happened: 'This was sent, and the answer was lost. It may be published:',
    next: 'Look at the network, then say on the page of the post whether it is there. It is not sent again without you.',
  },
  'post.missed': {
    page: '/?outcome=missed',
    subject: (count) =>
      count === 1 ? 'A scheduled post was missed' : `Scheduled posts were missed on ${count} platforms`,
    happened: 'This was not sent, because its time had passed by more than an hour:',
    next: 'Write it again if it still is of use. Nothing of it was published.',
  },
  'connection.needs_reconnect': {
    page: '/connections',
    subject: () => 'An account must be connected again',
    happened: 'The network no longer accepts this connection:',
    next: 'Connect the account again. Posts to it fail until then.',
  },
  'connection.expiring': {
    page: '/connections',
    subject: () => 'A connection ends soon',
    happened: 'This connection ends soon and cannot renew itself:',
    next: 'Connect the account again before then. Posts to it fail afterwards.',
  },
  'draft.created': {
    page: '/drafts',
    subject: (count) => (count === 1 ? 'A draft waits for approval' : `${count} drafts wait for approval`),
    happened: 'This is stored, and not published:',
    next: 'Open the draft to see what it would do and cost, then approve, change or delete it. Nothing is sent without you.',
  },
  'webhook.paused': {
    page: '/webhooks',
    subject: (count) => (count === 1 ? 'A webhook endpoint was switched off' : 'Webhook endpoints were switched off'),
    happened: 'Nothing more is sent to this endpoint:',
    next: 'Correct the receiver, then switch the endpoint on again. Posts are published as before.',
  },
};

/** Writes the mail about entries of the activity log, which are all of one kind. It has one link. */
export function writeNotice(kind: MailKind, entries: readonly ActivityRow[], baseUrl: string): MailContent {
  const { subject, happened, next } = WORDINGS[kind];
  const lines = entries.slice(0, MOST_LINES).map(describeEntry);
  const more = entries.length > lines.length ? [`- and ${entries.length - lines.length} more`] : [];
  return {
    subject: subject(entries.length),
    text: [
      happened,
      [...lines, ...more].join('\n'),
      next,
      linkFor(kind, entries, baseUrl),
      'Choose which mails you get on the account page of the dashboard.',
    ].join('\n\n'),
  };
}

/** Page of each thing that an entry may be about. */
const PAGES = { draftId: '/drafts', postId: '/posts', endpointId: '/webhooks' } as const;

/** Address of the one page where a person can act. */
function linkFor(kind: MailKind, entries: readonly ActivityRow[], baseUrl: string): string {
  const pages = new Set(entries.map(pageOf));
  const [only] = pages;
  return `${baseUrl}${pages.size === 1 && only !== undefined ? only : WORDINGS[kind].page}`;
}

function pageOf(entry: ActivityRow): string | undefined {
  const facts = factsOf(entry);
  for (const name of ['draftId', 'postId', 'endpointId'] as const) {
    const id = facts[name];
    if (id !== undefined) return `${PAGES[name]}/${id}`;
  }
  return undefined;
}
