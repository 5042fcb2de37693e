import type { IconName } from '../../ui/icons/icon.tsx';
import type { Role } from '../session/role.ts';

/** A page of the workspace that can be gone to from everywhere. */
export interface WorkspacePage {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** Roles that see the page; all when left out. */
  readonly roles?: readonly Role[];
}

/** The pages of every day, and those for setting up what they work with. */
export const PAGE_GROUPS: readonly { readonly title: string; readonly pages: readonly WorkspacePage[] }[] = [
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

/** Returns the pages that a person with a role sees. */
export function seenBy(role: Role | undefined, pages: readonly WorkspacePage[]): readonly WorkspacePage[] {
  return pages.filter(({ roles }) => roles === undefined || (role !== undefined && roles.includes(role)));
}

/** Returns the page that has an address. */
export function pageAt(href: string): WorkspacePage | undefined {
  return PAGE_GROUPS.flatMap(({ pages }) => pages).find((page) => page.href === href);
}
