import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { isPlatformId, platformName } from '@social/types';
import { Link } from 'wouter';
import { Moment } from '../../ui/moment.tsx';
import { PlatformLabel } from '../../ui/platform-label.tsx';
import { inCredits } from '../../ui/quantities.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import type { Usage } from './usage.ts';

type Transaction = Usage['recentTransactions'][number];

/** The newest charges and grants: how much, what for, where, when. */
export function TransactionList({ transactions }: { transactions: readonly Transaction[] }) {
  return (
    <Stack gap="sm" component="section" aria-labelledby="transactions">
      <Title order={2} size="h4" id="transactions">
        Newest transactions
      </Title>
      {transactions.length === 0 ? (
        <Text c="dimmed">None yet. Grants and what posts cost are listed here.</Text>
      ) : (
        <Rows label="Newest transactions">
          {transactions.map((transaction) => (
            <TransactionRow key={`${transaction.createdAt} ${JSON.stringify(transaction)}`} {...transaction} />
          ))}
        </Rows>
      )}
    </Stack>
  );
}

function TransactionRow({ amount, action, metadata, createdAt }: Transaction) {
  const { postId, breakdown } = metadata;
  const reason = reasonInWords(action, metadata);
  return (
    <Row>
      <Stack gap={2}>
        {typeof postId === 'string' ? (
          <Anchor component={Link} href={`/posts/${postId}`}>
            {reason}
          </Anchor>
        ) : (
          <Text>{reason}</Text>
        )}
        <Costs breakdown={breakdown} />
      </Stack>
      <Text size="sm" c="dimmed">
        <Moment at={createdAt} as="time" />
      </Text>
      <Text fw={600} miw="7rem" ta="right">
        {amount > 0 ? '+' : '−'}
        {inCredits(Math.abs(amount))}
      </Text>
    </Row>
  );
}

function Costs({ breakdown }: { breakdown: unknown }) {
  if (typeof breakdown !== 'object' || breakdown === null) return null;
  return (
    <Group gap="0.25rem 1rem" fz="sm">
      {Object.entries(breakdown).map(([platform, credits]) =>
        isPlatformId(platform) ? (
          <Group key={platform} gap={6} wrap="nowrap">
            <PlatformLabel platform={platform} />
            <Text span inherit c="dimmed">
              {inCredits(Number(credits))}
            </Text>
          </Group>
        ) : null,
      )}
    </Group>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  'post.published': 'Post published',
  'credits.granted': 'Credits granted',
  'credits.lapsed': 'Not used before the allowance was renewed',
  'plan.upgraded': 'Plan upgraded',
};

function reasonInWords(action: string, { plan }: Transaction['metadata']): string {
  if (action === 'credits.granted' && typeof plan === 'string') return 'Monthly allowance';
  const known = REASONS[action];
  if (known) return known;
  // An action on a network: `microblog.send-dm`.
  const [platform = '', verb = ''] = action.split('.');
  return isPlatformId(platform) ? `${platformName(platform)}: ${verb.replaceAll(/[-_]/g, ' ')}` : action;
}
