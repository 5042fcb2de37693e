import { Progress, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { inBytes } from '../../../ui/quantities.ts';

interface PublishProgressProps {
  progress: Schema<'PublishProgress'>;
  /** The platform's word, for who cannot see the bar. */
  label: string;
}

/** How far a platform is with a post's files. */
export function PublishProgress({ progress, label }: PublishProgressProps) {
  const { stage, doneBytes, totalBytes } = progress;
  if (stage === 'processing') return <Text size="sm">The files are there; the network is preparing them.</Text>;
  const percent = totalBytes > 0 ? Math.floor((doneBytes / totalBytes) * 100) : 0;
  return (
    <Stack gap={4}>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={`Files sent to ${label}`} />
      </Progress.Root>
      <Text size="sm" c="dimmed">
        {inBytes(doneBytes)} of {inBytes(totalBytes)} sent
      </Text>
    </Stack>
  );
}
