import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { SmallLink } from '../../ui/parts/links.tsx';
import { useMay } from '../account/role.ts';
import { useFirstSteps } from './first-steps.ts';

/** One line that leads to the first steps while some are open. */
export function StepsLeft() {
  const { steps, isHidden, hide } = useFirstSteps();
  const mayPublish = useMay()('publish');
  const open = steps?.filter(({ state }) => state === 'open') ?? [];
  if (!steps || open.length === 0 || isHidden || !mayPublish) return null;
  return (
    <Paper withBorder px="md" py="xs">
      <Group gap="md">
        <Text size="sm">
          First steps: {steps.length - open.length} of {steps.length}
        </Text>
        <SmallLink href="/start">Continue</SmallLink>
        <Button variant="subtle" size="compact-sm" ml="auto" onClick={hide}>
          Hide<VisuallyHidden> the first steps</VisuallyHidden>
        </Button>
      </Group>
    </Paper>
  );
}
