import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { StateMark } from '../../ui/parts/state-mark.tsx';
import type { ShownStep } from './first-steps.ts';

interface FirstStepProps extends ShownStep {
  number: number;
  title: string;
  headingOrder: 2 | 3;
  /** Set for the step whose content is shown. */
  isUnfolded: boolean;
  onUnfold: () => void;
  onSkip: () => void;
  /** The words and buttons of the step. */
  children: ReactNode;
}

/** One of the first steps. At most one of them is unfolded. */
export function FirstStep({ isUnfolded, onUnfold, onSkip, children, ...step }: FirstStepProps) {
  const { number, title, headingOrder, state } = step;
  const headingId = `step-${step.step}`;
  return (
    <Paper component="li" withBorder px="md" py="sm" aria-current={isUnfolded ? 'step' : undefined}>
      <Stack gap="sm">
        <Group gap="sm" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <StateMark tone={state === 'done' ? 'ok' : 'off'} />
            <Title order={headingOrder} size="h5" id={headingId}>
              {number}. {title}
            </Title>
          </Group>
          {state === 'done' ? (
            <Text size="sm" c="dimmed">
              Done
            </Text>
          ) : (
            <Button
              variant="subtle"
              size="compact-sm"
              flex="none"
              aria-describedby={headingId}
              onClick={isUnfolded ? onSkip : onUnfold}
            >
              {isUnfolded ? 'Skip' : state === 'skipped' ? 'Skipped: take it up' : 'Show'}
            </Button>
          )}
        </Group>
        {isUnfolded ? children : null}
      </Stack>
    </Paper>
  );
}
