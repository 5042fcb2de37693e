import { Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import type { FindAccount } from '../../../shared/connections/accounts.ts';
import { PublishProgress } from '../../../shared/posts/results/publish-progress.tsx';
import { resultState } from '../../../shared/posts/results/result-state.ts';
import { AccountLabel } from '../../../ui/accounts/account-label.tsx';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import { StateWords } from '../../../ui/parts/state-mark.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import classes from '../compose.module.css';
import type { PublishRequest } from '../writing.ts';
import { usePostOnItsWay } from './publishing.ts';

const BEING_SENT: Schema<'PlatformResult'> = { ok: false, state: 'sending', credits: 0 };

/** Shows the progress of each platform while the server sends. */
export function SendingPanel({ request, accountOf }: { request: PublishRequest; accountOf: FindAccount }) {
  const post = usePostOnItsWay(request);
  const nameOf = useTargetName();
  return (
    <Stack gap="sm">
      <ul className={`plain-list ${classes['list']}`} aria-label="Platforms being sent to">
        {request.platforms.map((target) => {
          const result = post?.platformResults[target] ?? BEING_SENT;
          const { tone, words } = resultState(result);
          return (
            <li key={target}>
              <Text size="sm" fw={600} component="span">
                <AccountLabel {...accountOf(target)} />
              </Text>
              <StateWords tone={tone}>{words}</StateWords>
              {result.progress ? <PublishProgress progress={result.progress} label={nameOf(target)} /> : null}
            </li>
          );
        })}
      </ul>
      <LiveRegion>
        <Text size="sm">Sending; large files can take a while.</Text>
      </LiveRegion>
    </Stack>
  );
}
