import { NavLink, Stack } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { type Role, useRole } from '../features/account/role.ts';

interface Entry {
  readonly href: string;
  readonly label: string;
  /** Roles that see the page; all when left out. */
  readonly roles?: readonly Role[];
}

const PAGES: readonly Entry[] = [
  { href: '/', label: 'Posts' },
  { href: '/drafts', label: 'Drafts' },
  { href: '/calendar', label: 'Calendar' },
  { href: '/connections', label: 'Connections' },
  { href: '/profiles', label: 'Profiles' },
  { href: '/keys', label: 'API keys', roles: ['owner'] },
  { href: '/members', label: 'Members', roles: ['owner'] },
  { href: '/webhooks', label: 'Webhooks', roles: ['owner', 'editor'] },
  { href: '/usage', label: 'Usage' },
  { href: '/activity', label: 'Activity' },
  { href: '/account', label: 'Account' },
];

/** Links to the pages of the workspace that the person may see, with the current page marked. */
export function Navigation() {
  const role = useRole();
  const shown = PAGES.filter(({ roles }) => roles === undefined || (role !== undefined && roles.includes(role)));
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
