import { Anchor, Table, Text } from '@mantine/core';
import { COUNTER_KINDS } from '@social/types';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../shared/connections/accounts.ts';
import { useAccounts } from '../../shared/connections/all-accounts.ts';
import type { CounterKind, CounterTable } from '../../shared/counters/counter-queries.ts';
import { KINDS, numberOf } from '../../shared/counters/counter-words.ts';
import { AccountLabel } from '../../ui/accounts/account-label.tsx';
import { inFigures } from '../../ui/values/quantities.ts';
import classes from './month-table.module.css';

type Counted = readonly { readonly kind: CounterKind; readonly value: number }[];

/** Returns the kinds that some row has a number for. */
function kindsOf(rows: readonly Counted[]): CounterKind[] {
  return COUNTER_KINDS.filter((kind) => rows.some((row) => numberOf(row, kind) !== undefined));
}

type Publisher = Pick<CounterTable['posts'][number], 'platform' | 'network' | 'account' | 'target'>;

/**
 * Returns a function that makes the account of a row. A user name is one account of its network; a display name may be that of
 * several, which get no picture.
 */
function usePublisherOf(): (row: Publisher) => Account {
  const accounts = useAccounts();
  return ({ platform, network, account: name, target: account }) => {
    const target = account === undefined ? platform : (`${platform}:${account}` as const);
    const named = name === null ? [] : [...accounts.values()].map((accountOf) => accountOf(target, name));
    const [first, ...others] = named.filter((each) => each.network === network);
    const isCertain = others.length === 0 || name?.startsWith('@');
    return { platform, network, name, picture: (isCertain && first?.picture) || null };
  };
}

/** The sums of each account in a month. */
export function AccountTable({ accounts }: Pick<CounterTable, 'accounts'>) {
  const publisherOf = usePublisherOf();
  const kinds = kindsOf(accounts.map(({ sums }) => sums));
  return (
    <Scrolling label="Table of the accounts" columns={kinds.length + 1}>
      <Heads first="Account" kinds={kinds} second="Posts" />
      <Table.Tbody>
        {accounts.map(({ posts, sums, ...row }) => (
          <Table.Tr key={`${row.platform} ${row.network} ${row.account} ${row.target}`}>
            <Table.Th scope="row" className={classes['subject']}>
              <AccountLabel {...publisherOf(row)} />
            </Table.Th>
            <Table.Td ta="right">{inFigures(posts)}</Table.Td>
            <Numbers counted={sums} kinds={kinds} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Scrolling>
  );
}

/** The posts of a month, in the order that the server gives them. */
export function PostTable({ posts }: Pick<CounterTable, 'posts'>) {
  const publisherOf = usePublisherOf();
  const kinds = kindsOf(posts.map(({ counters }) => counters));
  return (
    <Scrolling label="Table of the posts" columns={kinds.length}>
      <Heads first="Post" kinds={kinds} />
      <Table.Tbody>
        {posts.map(({ postId, text, counters, ...row }) => (
          <Table.Tr key={`${postId} ${row.platform} ${row.account} ${row.target}`}>
            <Table.Th scope="row" className={classes['subject']}>
              <Anchor component={Link} href={`/posts/${postId}`} size="sm" lineClamp={2}>
                {text || 'Without text'}
              </Anchor>
              <Text size="sm" c="dimmed" component="div" mt={4}>
                <AccountLabel {...publisherOf(row)} size={20} />
              </Text>
            </Table.Th>
            <Numbers counted={counters} kinds={kinds} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Scrolling>
  );
}

function Scrolling({ label, columns, children }: { label: string; columns: number; children: ReactNode }) {
  return (
    <Table.ScrollContainer
      minWidth={150 + columns * 84}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table verticalSpacing="sm" tabularNums>
        {children}
      </Table>
    </Table.ScrollContainer>
  );
}

function Heads({ first, second, kinds }: { first: string; second?: string; kinds: readonly CounterKind[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{first}</Table.Th>
        {[...(second ? [second] : []), ...kinds.map((kind) => KINDS[kind])].map((head) => (
          <Table.Th scope="col" ta="right" key={head}>
            {head}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

/** A number for each kind; a dash where the network does not tell it. */
function Numbers({ counted, kinds }: { counted: Counted; kinds: readonly CounterKind[] }) {
  return kinds.map((kind) => {
    const value = numberOf(counted, kind);
    return (
      <Table.Td ta="right" key={kind}>
        {value === undefined ? '–' : inFigures(value)}
      </Table.Td>
    );
  });
}
