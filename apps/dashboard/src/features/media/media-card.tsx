import { Button, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { FilePlace } from '../../ui/parts/file-place.tsx';
import { ListButtons } from '../../ui/parts/list-buttons.tsx';
import { StateMark } from '../../ui/parts/state-mark.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { inBytes } from '../../ui/values/quantities.ts';
import type { MediaEntry } from './media-entry.ts';
import classes from './media-field.module.css';

interface MediaCardProps {
  entry: MediaEntry;
  isFirst: boolean;
  isLast: boolean;
  onDescribe: (alt: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onRetry: () => void;
}

const KINDS = { image: 'Picture', video: 'Video' } as const;

/** One file: its preview, its upload, its description and its place in the post. */
export function MediaCard({ entry, isFirst, isLast, onDescribe, onMove, onRemove, onRetry }: MediaCardProps) {
  const { name, kind, bytes, alt } = entry;
  const facts = [kind ? KINDS[kind] : 'File', ...(bytes === null ? [] : [inBytes(bytes)])].join(', ');
  return (
    <Paper component="li" withBorder className={classes['card']} aria-label={name}>
      <Preview entry={entry} />
      <Stack gap="xs">
        <div>
          <Text size="sm" fw={500} truncate title={name}>
            {name}
          </Text>
          <Hint>{facts}</Hint>
        </div>
        <Stage entry={entry} onRetry={onRetry} />
        {kind === 'video' ? null : (
          <TextInput
            label="Description for people who cannot see it"
            maxLength={1000}
            value={alt}
            onChange={(event) => onDescribe(event.currentTarget.value)}
          />
        )}
        <ListButtons {...{ name, isFirst, isLast, onMove, onRemove }} />
      </Stack>
    </Paper>
  );
}

function Preview({ entry: { preview, kind } }: { entry: MediaEntry }) {
  const [isBroken, setBroken] = useState(false);
  if (preview && kind === 'image' && !isBroken) {
    return <img className={classes['preview']} src={preview} alt="" onError={() => setBroken(true)} />;
  }
  if (preview && kind === 'video' && !isBroken) {
    return (
      <video
        className={classes['preview']}
        src={`${preview}#t=0.1`}
        aria-hidden
        preload="metadata"
        muted
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span className={classes['preview']}>
      <FilePlace kind={kind} name={kind ? KINDS[kind] : 'File'} />
    </span>
  );
}

function Stage({ entry: { name, at, bytes }, onRetry }: { entry: MediaEntry; onRetry: () => void }) {
  if (at.stage === 'ready') return null;
  if (at.stage === 'waiting') return <Text size="sm">Waits for the files before it</Text>;
  if (at.stage === 'uploading') {
    const percent = bytes ? Math.min(100, Math.floor((at.sentBytes / bytes) * 100)) : 0;
    return (
      <Stack gap={4}>
        <Progress.Root size="sm">
          <Progress.Section value={percent} aria-label={`Upload of ${name}`} />
        </Progress.Root>
        <Text size="sm">{percent < 100 ? `${percent} % uploaded` : 'The server is checking it'}</Text>
      </Stack>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" role="alert">
      <StateMark tone="warning" />
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Not uploaded.{' '}
          {at.stage === 'refused' ? at.reason : `${describeFailure(at.error).text} Nothing was published.`}
        </Text>
        {at.stage === 'failed' ? (
          <Button size="xs" variant="default" onClick={onRetry} aria-label={`Try again: ${name}`}>
            Try again
          </Button>
        ) : null}
      </Stack>
    </Group>
  );
}
