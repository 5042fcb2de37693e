import { Anchor, AppShell, Box, Burger, Button, Container, Group, ScrollArea, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import type { Schema } from '@social/types';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { SessionMenu } from '../features/account/session-menu.tsx';
import { UnstoredKeyNotice } from '../features/keys/unstored-key.tsx';
import { LiveLine } from '../features/live/live-line.tsx';
import { ProfileSwitcher } from '../features/profiles/profile-switcher.tsx';
import { Shortcuts } from '../features/shortcuts/shortcuts.tsx';
import { BalanceBadge } from '../features/usage/balance-badge.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Wordmark } from '../ui/icons/wordmark.tsx';
import { Navigation } from './navigation.tsx';
import classes from './workspace-shell.module.css';

/** The frame of every page of the workspace: banner, navigation, main part. */
export function WorkspaceShell({ account, children }: { account: Schema<'Account'>; children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [path] = useLocation();
  const burger = useRef<HTMLButtonElement>(null);
  useEffect(close, [path]);
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    // The link that had the focus is hidden now.
    burger.current?.focus();
  });
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 228, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      transitionDuration={0}
      padding={0}
    >
      <LiveLine />
      <Shortcuts />
      <Anchor href="#main" className="skip-link">
        Go to the content
      </Anchor>
      <AppShell.Header className={classes['header'] ?? ''} zIndex={110}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            ref={burger}
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            aria-expanded={isOpen}
          />
          <Link href="/" className={classes['home']}>
            <Wordmark />
          </Link>
          <ProfileSwitcher />
          <Group ml="auto" gap="sm" wrap="nowrap">
            <Box visibleFrom="xs">
              <BalanceBadge />
            </Box>
            <WriteButton isHere={path === '/write'} />
            <SessionMenu email={account.email} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" component="div" className={classes['side'] ?? ''}>
        {/* On a phone the closed navigation is only moved out of view; hidden links must not take the focus. */}
        <ScrollArea {...(isOpen ? {} : { visibleFrom: 'sm' })}>
          <Navigation />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Container size="68rem" px={{ base: 'md', sm: 'xl' }} py="xl" mx={0}>
          <UnstoredKeyNotice />
          {children}
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}

/** Leads to the page that writes posts. Its new history state shows that page a press while it is already open. */
function WriteButton({ isHere }: { isHere: boolean }) {
  return (
    <Button
      size="xs"
      leftSection={<Icon name="write" />}
      classNames={{ section: classes['icon'] ?? '' }}
      renderRoot={(props) => <Link {...props} href="/write" state={{}} replace={isHere} />}
    >
      <span className={classes['word']}>Write</span>
      <VisuallyHidden> a post</VisuallyHidden>
    </Button>
  );
}
