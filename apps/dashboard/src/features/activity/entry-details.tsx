import { Anchor, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts } from '../../ui/parts/facts.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { inCredits } from '../../ui/values/quantities.ts';
import type { LogEntry } from './activity.ts';
import classes from './entry-details.module.css';
import { textOf } from './words.ts';

/** Why a connection must be made again, by the reason in the log. */
const REASONS: Readonly<Record<string, string>> = {
  token_refused: 'The network refused the token of the connection.',
  renewal_refused: 'The network refused to renew the connection.',
  renewed_token_refused: 'The network refused the token that it had just renewed.',
  tokens_unreadable: 'The stored tokens cannot be read with the keys of this server.',
};

/** Shows the further facts about an entry, folded away. Renders nothing when there are no further facts. */
export function EntryDetails({ entry, summary }: { entry: LogEntry; summary: string }) {
  const facts = factsOf(entry);
  if (!facts.some(([, value]) => value)) return null;
  return (
    <details className={classes.details}>
      <summary aria-label={`Details: ${summary}`}>Details</summary>
      <Facts facts={facts} />
    </details>
  );
}

function factsOf(entry: LogEntry): [name: string, value: ReactNode][] {
  const url = textOf(entry, 'url');
  const credits = entry.metadata['credits'];
  const reason = textOf(entry, 'reason');
  return [
    ['Error', textOf(entry, 'error')],
    ['Code', inCode(textOf(entry, 'code'))],
    ['Reason', reason && (REASONS[reason] ?? reason)],
    ['Next attempt', inTime(textOf(entry, 'nextAttemptAt'))],
    ['Was due', inTime(textOf(entry, 'dueAt'))],
    ['Ends', inTime(textOf(entry, 'expiresAt'))],
    ['At the network', inCode(textOf(entry, 'platformPostId'))],
    [
      'Address',
      url?.startsWith('http') && <Anchor href={url} target="_blank" rel="noreferrer" inherit children={url} />,
    ],
    ['Cost', typeof credits === 'number' && inCredits(credits)],
    ['API key', inCode(textOf(entry, 'keyPreview'))],
    ['Asked from', textOf(entry, 'address')],
    ['Account id', inCode(textOf(entry, 'accountId'))],
    ['Network', textOf(entry, 'network')],
    ['Command line', inCode(textOf(entry, 'slug'))],
  ];
}

function inCode(text: string | undefined): ReactNode {
  return text && <Code>{text}</Code>;
}

function inTime(at: string | undefined): ReactNode {
  return at && <Moment at={at} as="time" />;
}
