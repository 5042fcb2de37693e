import { NavLink } from '@mantine/core';
import { useId } from 'react';
import { Link, useRoute } from 'wouter';
import { PAGE_GROUPS, seenBy, type WorkspacePage } from '../shared/pages/pages.ts';
import { useRole } from '../shared/session/role.ts';
import { Icon } from '../ui/icons/icon.tsx';
import classes from './navigation.module.css';

/** Links to the pages of the workspace that the person may see, with the current page marked. */
export function Navigation() {
  return (
    <nav aria-label="Workspace" className={classes['groups']}>
      {PAGE_GROUPS.map((group) => (
        <Pages key={group.title} {...group} />
      ))}
    </nav>
  );
}

function Pages({ title, pages }: (typeof PAGE_GROUPS)[number]) {
  const role = useRole();
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className={classes['title']}>
        {title}
      </p>
      <ul aria-labelledby={titleId} className={`plain-list ${classes['pages']}`}>
        {seenBy(role, pages).map((page) => (
          <li key={page.href}>
            <PageLink {...page} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PageLink({ href, label, icon }: WorkspacePage) {
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
