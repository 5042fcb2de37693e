import { Group, Stack, Text } from '@mantine/core';
import { isPlatformId, isTarget, platformName } from '@social/types';
import type { Usage } from '../../shared/usage/usage.ts';
import { Section } from '../../ui/page/section.tsx';
import { PageLink } from '../../ui/parts/links.tsx';
import { Row, Rows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { PlatformLabel } from '../../ui/platforms/platform-label.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { inCredits } from '../../ui/values/quantities.ts';

type Transaction = Usage['recentTransactions'][number];

/** The newest charges and grants, each with its amount, reason, platforms and time. */
export function TransactionList({ transactions }: { transactions: readonly Transaction[] }) {
  return (
    <Section title="Newest transactions">
      {transactions.length === 0 ? (
        <Text c="dimmed">None yet. Grants and the costs of posts are listed here.</Text>
      ) : (
        <Rows label="Newest transactions">
          {transactions.map((transaction) => (
            <TransactionRow key={`${transaction.createdAt} ${JSON.stringify(transaction)}`} {...transaction} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function TransactionRow({ amount, action, metadata, createdAt }: Transaction) {
  const { postId, breakdown } = metadata;
  const reason = reasonInWords(action, metadata);
  return (
    <Row>
      <Stack gap={2}>
        {typeof postId === 'string' ? <PageLink href={`/posts/${postId}`}>{reason}</PageLink> : <Text>{reason}</Text>}
        <Costs breakdown={breakdown} />
      </Stack>
      <Hint>
        <Moment at={createdAt} as="time" />
      </Hint>
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
      {Object.entries(breakdown).map(([target, credits]) =>
        isTarget(target) ? (
          <Group key={target} gap={6} wrap="nowrap">
            <PlatformLabel target={target} />
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
  'post.unpublished': 'Post taken back',
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
