import { Skeleton } from '@mantine/core';
import { PLATFORM_IDS, type PlatformId, platformFacts } from '@social/types';
import { memo, useId } from 'react';
import { accountOf } from '../../../shared/connections/accounts.ts';
import type { ConnectionStatus, Connections } from '../../../shared/connections/connections.ts';
import { AccountFace } from '../../../ui/accounts/account-face.tsx';
import { InlineLink } from '../../../ui/parts/links.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { usePlatformName } from '../../../ui/platforms/platform-name.ts';
import type { Writing } from '../writing.ts';
import classes from './account-choice.module.css';

interface AccountChoiceProps {
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  isFreePlan: boolean;
  value: readonly PlatformId[];
  onChange: (platforms: PlatformId[]) => void;
  /** Address of the page that connects accounts. */
  connectionsAddress: string;
}

/** Returns the platforms to which a post of this profile can be published now. */
export function choosablePlatforms(connections: Connections | undefined, isFreePlan: boolean): PlatformId[] {
  return PLATFORM_IDS.filter(
    (platform) => connections?.[platform]?.state === 'connected' && !(isFreePlan && platformFacts(platform).paidPlan),
  );
}

/** Returns the platforms that the form shows as chosen: a saved draft keeps one that cannot be chosen now, until its writer takes it out. */
export function shownPlatforms(
  { saved, platforms }: Pick<Writing, 'saved' | 'platforms'>,
  choosable: readonly PlatformId[],
): readonly PlatformId[] {
  return saved ? platforms : platforms.filter((platform) => choosable.includes(platform));
}

const list = new Intl.ListFormat('en-GB');

/** Placeholder for the choice of accounts. */
export function AccountPlaces() {
  return (
    <div aria-hidden className={classes['chips']}>
      <Skeleton h={22} w="6rem" />
      <span className={classes['break']} />
      <Skeleton h={48} w={190} radius={999} />
      <Skeleton h={48} w={190} radius={999} />
      <div className={classes['more']}>
        <Skeleton h={22} w="14rem" />
      </div>
    </div>
  );
}

/** Offers the accounts of the profile. One that cannot be chosen says why, and what to do. */
export const AccountChoice = memo(function AccountChoice({
  connections,
  isFreePlan,
  value,
  onChange,
  connectionsAddress,
}: AccountChoiceProps) {
  const nameOf = usePlatformName();
  if (!connections) return <AccountPlaces />;
  const choosable = choosablePlatforms(connections, isFreePlan);
  const isShown = (platform: PlatformId) =>
    value.includes(platform) || (connections[platform]?.state ?? 'not_connected') !== 'not_connected';
  const toggle = (platform: PlatformId, isChosen: boolean) =>
    onChange(PLATFORM_IDS.filter((each) => (each === platform ? isChosen : value.includes(each))));
  const missing = PLATFORM_IDS.filter((platform) => !isShown(platform) && connections[platform]?.configured);
  return (
    <fieldset className={classes['chips']}>
      <legend>
        Publish to
        <span className={classes['count']}>{inWords(value.length)}</span>
      </legend>
      {PLATFORM_IDS.filter(isShown).map((platform) => {
        const isChoosable = choosable.includes(platform);
        const isChosen = value.includes(platform);
        return (
          <AccountChip
            key={platform}
            platform={platform}
            status={connections[platform]}
            why={isChoosable ? null : whyNot(connections[platform], isFreePlan && platformFacts(platform).paidPlan)}
            isChosen={isChosen}
            // A draft may name a platform that was connected when it was written, and it can be taken out.
            isDisabled={!isChoosable && !isChosen}
            onToggle={toggle}
          />
        );
      })}
      <div className={classes['more']}>
        <Hint>
          {missing.length > 0 ? `${missing.length} not connected. ` : null}
          <InlineLink href={connectionsAddress}>Connect accounts</InlineLink>
        </Hint>
        {isFreePlan ? (
          <Hint>
            {list.format(PLATFORM_IDS.filter((platform) => platformFacts(platform).paidPlan).map(nameOf))} needs a paid
            plan: <InlineLink href="/usage">your plan</InlineLink>
          </Hint>
        ) : null}
      </div>
    </fieldset>
  );
});

function inWords(chosen: number): string {
  return chosen === 0 ? '' : ` · ${chosen} ${chosen === 1 ? 'account' : 'accounts'} chosen`;
}

function whyNot(status: ConnectionStatus | undefined, isOutsidePlan: boolean): string {
  if (isOutsidePlan) return 'needs a paid plan';
  if (status?.state === 'needs_reconnect') return 'needs reconnecting';
  return 'not connected';
}

interface AccountChipProps {
  platform: PlatformId;
  status: ConnectionStatus | undefined;
  /** Why it cannot be chosen, in words; null where it can. */
  why: string | null;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: (platform: PlatformId, isChosen: boolean) => void;
}

const AccountChip = memo(function AccountChip({
  platform,
  status,
  why,
  isChosen,
  isDisabled,
  onToggle,
}: AccountChipProps) {
  const network = usePlatformName()(platform);
  const account = accountOf(platform, status);
  const name = account.name ?? network;
  const id = useId();
  return (
    <label className={classes['chip']}>
      <AccountFace {...account} name={name} />
      <span className={classes['names']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['network']}>
          <span aria-hidden="true">{name === network ? '' : network}</span>
          {why === null ? null : (
            <span id={id}>
              {name === network ? '' : ' · '}
              {why}
            </span>
          )}
        </span>
      </span>
      <svg className={classes['tick']} viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4.2 8.4l2.6 2.6 5-5.4" />
      </svg>
      <input
        type="checkbox"
        aria-label={name === network ? network : `${name} · ${network}`}
        aria-describedby={why === null ? undefined : id}
        checked={isChosen}
        disabled={isDisabled}
        onChange={(event) => onToggle(platform, event.currentTarget.checked)}
      />
    </label>
  );
});
