import { connectionsAddress } from '../../shared/connections/connections.ts';
import { PAGE_GROUPS, seenBy } from '../../shared/pages/pages.ts';
import type { Profile } from '../../shared/profiles/profiles.ts';
import type { Role } from '../../shared/session/role.ts';
import { SHORTCUTS, type Shortcut } from './keys.ts';

/** Something that the palette offers. */
export type Command = Shortcut & {
  readonly id: string;
  readonly group: 'Do' | 'Go to' | 'Profiles';
};

/** A page that is not in the navigation. */
const FIRST_STEPS = { href: '/start', label: 'First steps' };

/** Returns everything that a person may do or open, in the order in which it is offered. */
export function commandsFor(role: Role | undefined, profiles: readonly Profile[]): readonly Command[] {
  const acts = SHORTCUTS.filter(({ keys }) => !keys.startsWith('g '));
  const pages = PAGE_GROUPS.flatMap((group) => seenBy(role, group.pages));
  const several = profiles.length > 1 ? profiles : [];
  return [
    ...acts.map((act) => ({ ...act, id: act.label, group: 'Do' as const })),
    { id: 'connect', group: 'Do', keys: '', label: 'Connect an account', href: '/connections' },
    ...[...pages, FIRST_STEPS].map(({ href, label }) => {
      const keys =
        SHORTCUTS.find((each) => 'href' in each && each.href === href && each.keys.startsWith('g '))?.keys ?? '';
      return { id: href, group: 'Go to' as const, keys, label, href };
    }),
    ...several.flatMap(({ id, name }) => [
      {
        id: `write ${id}`,
        group: 'Profiles' as const,
        keys: '',
        label: `Write for ${name}`,
        href: `/write?profileId=${id}`,
      },
      {
        id: `connections ${id}`,
        group: 'Profiles' as const,
        keys: '',
        label: `Connections of ${name}`,
        href: connectionsAddress({ profileId: id }),
      },
    ]),
  ];
}

/** Returns the commands whose words begin like those of a search, in any order. */
export function findCommands(commands: readonly Command[], search: string): readonly Command[] {
  const asked = wordsOf(search);
  return commands.filter(({ label }) => {
    const words = wordsOf(label);
    return asked.every((begin) => words.some((word) => word.startsWith(begin)));
  });
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
