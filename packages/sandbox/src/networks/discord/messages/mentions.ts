import type { Fields } from '../../../http/input.ts';
import { isRecord } from '../../../http/request-body.ts';
import { invalidForm, refuse } from '../errors.ts';

const kinds = ['users', 'roles', 'everyone'] as const;

/** Those whom a text may notify. */
export type MentionKind = (typeof kinds)[number];

/** A mention, unless an escape makes it literal. */
const patterns = {
  users: /(?<!\\)<@!?(\d{1,20})>/g,
  roles: /(?<!\\)<@&(\d{1,20})>/g,
  everyone: /@(everyone|here)\b/g,
} as const satisfies Record<MentionKind, RegExp>;

/**
 * Reads `allowed_mentions`; without it, everything that looks like a mention is one.
 *
 * @see https://discord.com/developers/docs/resources/message#allowed-mentions-object
 */
export function readAllowed({ allowed_mentions: allowed }: Fields): readonly MentionKind[] {
  if (!isRecord(allowed)) return kinds;
  const { parse = [] } = allowed;
  if (!Array.isArray(parse)) return [];
  return parse.map(
    (name: unknown) =>
      kinds.find((kind) => kind === name) ??
      refuse(invalidForm('allowed_mentions', 'BASE_TYPE_CHOICES', `Value must be one of ('${kinds.join("', '")}').`)),
  );
}

/** The ids, or for everyone the words, that a text mentions and that are notified. */
export function mentionsIn(content: string, allowed: readonly MentionKind[]): Readonly<Record<MentionKind, string[]>> {
  const found = (kind: MentionKind) =>
    allowed.includes(kind) ? [...content.matchAll(patterns[kind])].map(([, name = '']) => name) : [];
  return { users: found('users'), roles: found('roles'), everyone: found('everyone') };
}
