import { NavLink } from '@mantine/core';
import { useId } from 'react';
import { Link, useRoute } from 'wouter';
import { type Role, useRole } from '../features/account/role.ts';
import { Icon, type IconName } from '../ui/icons/icon.tsx';
import classes from './navigation.module.css';

interface Entry {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** Roles that see the page; all when left out. */
  readonly roles?: readonly Role[];
}

/** The pages of every day, and those for setting up what they work with. */
const GROUPS: readonly { readonly title: string; readonly pages: readonly Entry[] }[] = [
  {
    title: 'Work',
    pages: [
      { href: '/', label: 'Posts', icon: 'posts' },
      { href: '/drafts', label: 'Drafts', icon: 'drafts' },
      { href: '/calendar', label: 'Calendar', icon: 'calendar' },
      { href: '/results', label: 'Results', icon: 'results' },
      { href: '/activity', label: 'Activity', icon: 'activity' },
    ],
  },
  {
    title: 'Set-up',
    pages: [
      { href: '/connections', label: 'Connections', icon: 'connections' },
      { href: '/profiles', label: 'Profiles', icon: 'profiles' },
      { href: '/keys', label: 'API keys', icon: 'keys', roles: ['owner'] },
      { href: '/members', label: 'Members', icon: 'members', roles: ['owner'] },
      { href: '/webhooks', label: 'Webhooks', icon: 'webhooks', roles: ['owner', 'editor'] },
      { href: '/usage', label: 'Usage', icon: 'usage' },
      { href: '/account', label: 'Account', icon: 'account' },
    ],
  },
];

/** Links to the pages of the workspace that the person may see, with the current page marked. */
export function Navigation() {
  return (
    <nav aria-label="Workspace" className={classes['groups']}>
      {GROUPS.map((group) => (
        <Pages key={group.title} {...group} />
      ))}
    </nav>
  );
}

function Pages({ title, pages }: (typeof GROUPS)[number]) {
  const role = useRole();
  const titleId = useId();
  const shown = pages.filter(({ roles }) => roles === undefined || (role !== undefined && roles.includes(role)));
  return (
    <div>
      <p id={titleId} className={classes['title']}>
        {title}
      </p>
      <ul aria-labelledby={titleId} className={`plain-list ${classes['pages']}`}>
        {shown.map((page) => (
          <li key={page.href}>
            <PageLink {...page} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PageLink({ href, label, icon }: Entry) {
  const [isShown] = useRoute(href);
  return (
    <NavLink
      component={Link}
      href={href}
      label={label}
      leftSection={<Icon name={icon} />}
      active={isShown}
      aria-current={isShown ? 'page' : undefined}
      classNames={{ root: classes['link'], section: classes['icon'] }}
    />
  );
}
