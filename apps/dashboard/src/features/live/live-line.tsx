import { Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { isUnauthorized } from '../../api/failures.ts';
import { accountKey } from '../../api/queries.ts';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { createRereader } from './changes.ts';
import { type LiveState, POLL_MS, stayLive } from './live-connection.ts';
import classes from './live-line.module.css';

const WORDS: Record<Exclude<LiveState, 'live'>, string> = {
  polling: `Not live: changes appear every ${POLL_MS / 1_000} s`,
  offline: `The server does not answer; trying again every ${POLL_MS / 1_000} s`,
};

/** Keeps the page up to date, and shows a line only while that is slow or does not work. */
export function LiveLine() {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('live');
  useEffect(() => {
    const readAccount = () => void queries.invalidateQueries({ queryKey: accountKey });
    return stayLive({
      onChange: createRereader(queries),
      onState: setState,
      onRefusal: readAccount,
      isThere: async () => {
        try {
          await client.account.getAccount();
          return true;
        } catch (error) {
          if (isUnauthorized(error)) readAccount();
          return false;
        }
      },
    });
  }, [queries]);
  return (
    <LiveRegion>
      {state === 'live' ? null : (
        <Paper withBorder className={classes['line']} px="sm" py={4}>
          <Text size="sm">{WORDS[state]}</Text>
        </Paper>
      )}
    </LiveRegion>
  );
}
