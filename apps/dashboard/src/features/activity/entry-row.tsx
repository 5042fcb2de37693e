import { Anchor, Group, Stack, Text } from '@mantine/core';
import { isTarget, platformName } from '@social/types';
import { Link } from 'wouter';
import { findAccount } from '../../shared/connections/accounts.ts';
import { useConnections } from '../../shared/connections/connections.ts';
import { useProfiles } from '../../shared/profiles/profiles.ts';
import { AccountFace } from '../../ui/accounts/account-face.tsx';
import { IconTile } from '../../ui/icons/icon-tile.tsx';
import { Row } from '../../ui/parts/rows.tsx';
import { StateWords } from '../../ui/parts/state-mark.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { targetName } from '../../ui/platforms/target-name.ts';
import { Moment } from '../../ui/values/moment.tsx';
import type { LogEntry } from './activity.ts';
import { EntryDetails } from './entry-details.tsx';
import { entryInWords, statusOf, textOf } from './words.ts';

const FACE_PX = 32;

/** One entry: what happened, to which post and profile, the outcome and the time, with its details folded away. */
export function EntryRow({ entry }: { entry: LogEntry }) {
  const profileId = useProfiles().data?.find(({ name }) => name === entry.profileName)?.id;
  const connections = useConnections(profileId).data;
  const target = [entry.platform, textOf(entry, 'target')].filter(Boolean).join(':');
  const account = isTarget(target) ? findAccount(connections, target, textOf(entry, 'account')) : null;
  const isOneOfSeveral = account !== null && (connections?.[account.platform]?.accounts.length ?? 0) > 1;
  const words = entryInWords(entry, textOf(entry, 'network') ?? account?.network ?? null);
  const status = statusOf(entry);
  return (
    <Row>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {account ? (
          <AccountFace {...account} name={account.name ?? platformName(account.platform)} size={FACE_PX} />
        ) : (
          <IconTile name="activity" size={FACE_PX} />
        )}
        <Stack gap={2} miw={0}>
          <Text fw={600}>{words}</Text>
          <Group gap="0.1rem 1rem">
            <PostText entry={entry} />
            {isOneOfSeveral && isTarget(target) ? <Hint>{targetName(target, account.network)}</Hint> : null}
            {entry.platform === null ? null : <Hint>Profile {entry.profileName}</Hint>}
          </Group>
        </Stack>
      </Group>
      <Group gap="0.25rem 1rem">
        <StateWords tone={status.tone}>{status.words}</StateWords>
        <Hint>
          <Moment at={entry.createdAt} as="time" />
        </Hint>
      </Group>
      <EntryDetails entry={entry} summary={words} />
    </Row>
  );
}

function PostText({ entry }: { entry: LogEntry }) {
  const postId = textOf(entry, 'postId');
  const text = textOf(entry, 'text');
  if (postId === undefined) return null;
  return (
    <Anchor component={Link} href={`/posts/${postId}`} size="sm" lineClamp={1} maw="60ch">
      {text ?? 'The post'}
    </Anchor>
  );
}
