import { Progress, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { Hint } from '../../../ui/parts/text.tsx';
import { inBytes } from '../../../ui/values/quantities.ts';

interface PublishProgressProps {
  progress: Schema<'PublishProgress'>;
  /** The platform's name, for readers who cannot see the bar. */
  label: string;
}

/** Shows how many bytes of a post's files a platform has received. */
export function PublishProgress({ progress, label }: PublishProgressProps) {
  const { stage, doneBytes, totalBytes } = progress;
  if (stage === 'processing') return <Text size="sm">The files are there; the network is preparing them.</Text>;
  const percent = totalBytes > 0 ? Math.floor((doneBytes / totalBytes) * 100) : 0;
  return (
    <Stack gap={4}>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={`Files sent to ${label}`} />
      </Progress.Root>
      <Hint>
        {inBytes(doneBytes)} of {inBytes(totalBytes)} sent
      </Hint>
    </Stack>
  );
}
