import { platformName, platformOf } from '@social/types';
import { createContext, use } from 'react';
import type { useAccounts } from '../../../shared/connections/all-accounts.ts';
import { AccountFace } from '../../../ui/accounts/account-face.tsx';
import { PlatformGlyph } from '../../../ui/platforms/platform-glyph.tsx';
import classes from './entry.module.css';
import type { Entry } from './entry.ts';

/** Faces that fit beside the time. */
const MOST = 3;
const FACE_PX = 18;

/** The accounts of the workspace, for the entries below it. */
export const AccountsContext = createContext<ReturnType<typeof useAccounts>>(new Map());

/** The accounts of an entry, as many as fit beside its time, and the number of the others. Says nothing to a screen reader. */
export function EntryFaces({ entry: { platforms, profile } }: { entry: Entry }) {
  const accountOf = use(AccountsContext).get(profile);
  const shown = platforms.length > MOST ? platforms.slice(0, MOST - 1) : platforms;
  return (
    <span className={classes['accounts']} aria-hidden="true">
      {shown.map((target) => {
        const account = accountOf?.(target);
        if (!account?.name) return <PlatformGlyph key={target} target={target} />;
        return <AccountFace key={target} {...account} name={account.name} size={FACE_PX} />;
      })}
      {shown.length < platforms.length ? <span>+{platforms.length - shown.length}</span> : null}
    </span>
  );
}

/** Names the accounts of an entry. */
export function useAccountsInWords({ platforms, profile }: Entry): string {
  const accountOf = use(AccountsContext).get(profile);
  return platforms
    .map((target) => {
      const { name, network } = accountOf?.(target) ?? {};
      return [name, platformName(platformOf(target), network)].filter(Boolean).join(' · ');
    })
    .join(', ');
}
