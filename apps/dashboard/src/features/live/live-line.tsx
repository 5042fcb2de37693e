import { Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { isUnauthorized } from '../../api/failures.ts';
import { accountKey } from '../../api/queries.ts';
import { LiveRegion } from '../../ui/notice.tsx';
import { createRereader } from './changes.ts';
import { type LiveState, POLL_MS, stayLive } from './live-connection.ts';
import classes from './live-line.module.css';

const WORDS: Record<Exclude<LiveState, 'live'>, string> = {
  polling: `Not live: changes appear every ${POLL_MS / 1_000} s`,
  offline: `The server does not answer; asked again every ${POLL_MS / 1_000} s`,
};

/** Keeps what is shown up to date. Says something only while that is slow or does not work. */
export function LiveLine() {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('live');
  useEffect(() => {
    const askWho = () => void queries.invalidateQueries({ queryKey: accountKey });
    return stayLive({
      onChange: createRereader(queries),
      onState: setState,
      onRefusal: askWho,
      isThere: async () => {
        try {
          await client.account.getAccount();
          return true;
        } catch (error) {
          if (isUnauthorized(error)) askWho();
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
