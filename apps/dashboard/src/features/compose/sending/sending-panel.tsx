import { Group, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { LiveRegion } from '../../../ui/notice.tsx';
import { PlatformLabel } from '../../../ui/platform-label.tsx';
import { usePlatformName } from '../../../ui/platform-name.ts';
import { StateMark } from '../../../ui/state-mark.tsx';
import { PublishProgress } from '../../posts/details/publish-progress.tsx';
import { resultState } from '../../posts/results/result-state.ts';
import classes from '../compose.module.css';
import type { PublishRequest } from '../draft.ts';
import { usePostOnItsWay } from './publishing.ts';

const BEING_SENT: Schema<'PlatformResult'> = { ok: false, state: 'sending', credits: 0 };

/** How far each platform is while the server still sends. */
export function SendingPanel({ request }: { request: PublishRequest }) {
  const post = usePostOnItsWay(request);
  const nameOf = usePlatformName();
  return (
    <Stack gap="sm">
      <ul className={classes['list']} aria-label="Platforms being sent to">
        {request.platforms.map((platform) => {
          const result = post?.platformResults[platform] ?? BEING_SENT;
          const { tone, words } = resultState(result);
          return (
            <li key={platform}>
              <Text size="sm" fw={600} component="span">
                <PlatformLabel platform={platform} />
              </Text>
              <Group gap={6} wrap="nowrap">
                <StateMark tone={tone} />
                <Text size="sm">{words}</Text>
              </Group>
              {result.progress ? <PublishProgress progress={result.progress} label={nameOf(platform)} /> : null}
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
