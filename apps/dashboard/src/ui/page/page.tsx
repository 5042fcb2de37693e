import { Anchor, Box, Container, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Wordmark } from '../icons/wordmark.tsx';
import { useArrival } from './navigation.ts';

interface PageProps {
  /** The page's one h1, also the title of the browser tab. */
  heading: string;
  /** Shown in the heading's line. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A page of the workspace: its heading, then its content. The shell around it holds the navigation. */
export function Page({ heading, beside, children }: PageProps) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Heading text={heading} />
        {beside}
      </Group>
      {children}
    </Stack>
  );
}

/** A page outside the workspace, for example for signing in: a narrow column under a banner. */
export function BarePage({ heading, beside, children }: PageProps) {
  return (
    <>
      <Box component="header" px="lg" py="sm">
        <Group justify="space-between">
          <Anchor component={Link} href="/" c="var(--mantine-color-text)" underline="never">
            <Wordmark />
          </Anchor>
          {beside}
        </Group>
      </Box>
      <Container component="main" size="34rem" py="xl">
        <Stack gap="lg">
          <Heading text={heading} />
          {children}
        </Stack>
      </Container>
    </>
  );
}

function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading);
  useEffect(() => {
    document.title = `${text} · Social`;
  }, [text]);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1}>
      {text}
    </Title>
  );
}
