import type { WebhookKind } from './webhooks.ts';

const WORDS: Readonly<Record<WebhookKind, string>> = {
  'post.scheduled': 'scheduled',
  'post.published': 'published everywhere',
  'post.partial': 'published on some platforms',
  'post.failed': 'not published',
  'post.unknown': 'unknown whether it was published',
  'post.missed': 'missed its time',
  'post.canceled': 'canceled',
  'post.unpublished': 'taken back',
  'draft.created': 'stored',
  'draft.approved': 'approved',
  'connection.connected': 'connected',
  'connection.needs_reconnect': 'has to be connected again',
  'connection.expiring': 'ends within a week',
  'connection.disconnected': 'disconnected',
  'credits.low': 'less than a tenth is left',
};

const SUBJECTS = { post: 'A post', draft: 'A draft', connection: 'An account', credits: 'The credits' } as const;

/** Every kind of event. */
export const KINDS = Object.keys(WORDS) as WebhookKind[];

/** The kinds with their words, by what they are about. */
export const KIND_GROUPS = Object.entries(SUBJECTS).map(([subject, label]) => ({
  label,
  kinds: KINDS.filter((kind) => kind.startsWith(`${subject}.`)).map((kind) => ({ kind, words: WORDS[kind] })),
}));
