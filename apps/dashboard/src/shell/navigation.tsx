import { NavLink, Stack } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { useRole } from '../features/account/role.ts';

interface Entry {
  readonly href: string;
  readonly label: string;
  readonly isForOwners?: boolean;
}

const PAGES: readonly Entry[] = [
  { href: '/', label: 'Posts' },
  { href: '/drafts', label: 'Drafts' },
  { href: '/calendar', label: 'Calendar' },
  { href: '/connections', label: 'Connections' },
  { href: '/profiles', label: 'Profiles' },
  { href: '/keys', label: 'API keys', isForOwners: true },
  { href: '/members', label: 'Members', isForOwners: true },
  { href: '/usage', label: 'Usage' },
  { href: '/activity', label: 'Activity' },
  { href: '/account', label: 'Account' },
];

/** Links to the pages of the workspace that the person may see, with the current page marked. */
export function Navigation() {
  const role = useRole();
  const shown = PAGES.filter(({ isForOwners }) => !isForOwners || role === 'owner');
  return (
    <Stack component="nav" aria-label="Workspace" gap={2}>
      {shown.map((page) => (
        <PageLink key={page.href} {...page} />
      ))}
    </Stack>
  );
}

function PageLink({ href, label }: Entry) {
  const [isShown] = useRoute(href);
  return (
    <NavLink component={Link} href={href} label={label} active={isShown} aria-current={isShown ? 'page' : undefined} />
  );
}
