import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../shared/session/role.ts';
import { focusHeading } from '../../ui/page/navigation.ts';
import { Section } from '../../ui/page/section.tsx';
import { SmallLink } from '../../ui/parts/links.tsx';
import { useFirstSteps } from './first-steps.ts';
import { FirstStepsList } from './first-steps-list.tsx';

/** The first steps of a workspace without a post, or the children when none is left for the person. */
export function StepsAhead({ children }: { children: ReactNode }) {
  const { open, isConnected } = useOpenSteps();
  if (open === 0) return children;
  return (
    <Section title={isConnected ? 'No post yet' : 'Connect an account first'}>
      <FirstStepsList headingOrder={3} />
    </Section>
  );
}

/** One line that leads to the first steps while some are open, until it is hidden. */
export function StepsLeft() {
  const { open, all, isHidden, hide } = useOpenSteps({ unlessHidden: true });
  if (open === 0 || isHidden) return null;
  return (
    <Paper withBorder px="md" py="xs">
      <Group gap="md">
        <Text size="sm">
          First steps: {all - open} of {all} done
        </Text>
        <SmallLink href="/start">Continue</SmallLink>
        <Button
          variant="subtle"
          size="compact-sm"
          ml="auto"
          onClick={() => {
            hide();
            focusHeading({ preventScroll: true });
          }}
        >
          Hide<VisuallyHidden> the first steps</VisuallyHidden>
        </Button>
      </Group>
    </Paper>
  );
}

/** Returns true while it is unknown whether a line about the steps is shown above the posts, which it would move. */
export function useStepsPending(): boolean {
  return useFirstSteps({ unlessHidden: true }).isPending;
}

/** Counts the steps of those who may publish. Writers have none. */
function useOpenSteps(options?: { unlessHidden: boolean }) {
  const { steps, isConnected, isHidden, hide } = useFirstSteps(options);
  const shown = useMay()('publish') && steps ? steps : [];
  return { open: shown.filter(({ state }) => state === 'open').length, all: shown.length, isConnected, isHidden, hide };
}
