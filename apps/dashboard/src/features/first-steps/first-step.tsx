import { Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { StateMark } from '../../ui/parts/state-mark.tsx';
import type { ShownStep } from './first-steps.ts';

interface FirstStepProps extends ShownStep {
  number: number;
  title: string;
  /** True for the first step that is open. */
  isNext: boolean;
  onSkip: () => void;
  onTakeUp: () => void;
  /** What to do, and the buttons that do it. */
  children: ReactNode;
}

/** One of the first steps: folded once it is done or skipped. */
export function FirstStep({ number, step, title, state, isNext, onSkip, onTakeUp, children }: FirstStepProps) {
  return (
    <Paper component="li" withBorder p="md" aria-current={isNext ? 'step' : undefined}>
      <Stack gap="sm">
        <Group gap="sm" justify="space-between">
          <Group gap="sm" wrap="nowrap">
            <StateMark tone={state === 'done' ? 'ok' : 'off'} />
            <Title order={2} size="h4" id={`step-${step}`}>
              {number}. {title}
              {state === 'done' ? <VisuallyHidden>: done</VisuallyHidden> : null}
            </Title>
          </Group>
          {state === 'open' ? (
            <Button variant="subtle" size="compact-sm" onClick={onSkip} aria-describedby={`step-${step}`}>
              Skip
            </Button>
          ) : null}
          {state === 'done' ? (
            <Text size="sm" c="dimmed" aria-hidden>
              Done
            </Text>
          ) : null}
          {state === 'skipped' ? (
            <Button variant="subtle" size="compact-sm" onClick={onTakeUp} aria-describedby={`step-${step}`}>
              Skipped. Take it up
            </Button>
          ) : null}
        </Group>
        {state === 'open' ? children : null}
      </Stack>
    </Paper>
  );
}
