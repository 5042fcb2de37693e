import { NavLink, Stack } from '@mantine/core';
import { Link, useRoute } from 'wouter';

const PAGES = [
  { href: '/', label: 'Posts' },
  { href: '/drafts', label: 'Drafts' },
  { href: '/calendar', label: 'Calendar' },
  { href: '/connections', label: 'Connections' },
  { href: '/profiles', label: 'Profiles' },
  { href: '/keys', label: 'API keys' },
  { href: '/webhooks', label: 'Webhooks' },
  { href: '/usage', label: 'Usage' },
  { href: '/activity', label: 'Activity' },
  { href: '/account', label: 'Account' },
] as const;

/** Links to the pages of the workspace, with the current page marked. */
export function Navigation() {
  return (
    <Stack component="nav" aria-label="Workspace" gap={2}>
      {PAGES.map((page) => (
        <PageLink key={page.href} {...page} />
      ))}
    </Stack>
  );
}

function PageLink({ href, label }: (typeof PAGES)[number]) {
  const [isShown] = useRoute(href);
  return (
    <NavLink component={Link} href={href} label={label} active={isShown} aria-current={isShown ? 'page' : undefined} />
  );
}
