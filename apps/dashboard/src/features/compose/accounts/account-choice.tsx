import { Skeleton } from '@mantine/core';
import { PLATFORM_IDS, platformFacts, platformOf, type Target } from '@social/types';
import { memo, useId } from 'react';
import { type ConnectionStatus, type Connections, statusOf } from '../../../shared/connections/connections.ts';
import { AccountFace } from '../../../ui/accounts/account-face.tsx';
import { InlineLink } from '../../../ui/parts/links.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import type { Writing } from '../writing.ts';
import classes from './account-choice.module.css';

interface AccountChoiceProps {
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  isFreePlan: boolean;
  value: readonly Target[];
  onChange: (targets: Target[]) => void;
  /** Address of the page that connects accounts. */
  connectionsAddress: string;
}

/** Returns a function that tells whether a post of this profile can be published to a target now. */
export function choosableIn(connections: Connections | undefined, isFreePlan: boolean): (target: Target) => boolean {
  return (target) => statusOf(connections, target)?.state === 'connected' && !isOutsidePlan(target, isFreePlan);
}

function isOutsidePlan(target: Target, isFreePlan: boolean): boolean {
  return isFreePlan && platformFacts(platformOf(target)).paidPlan;
}

/** Returns the targets that the form shows as chosen: a saved draft keeps one that cannot be chosen now, until its writer takes it out. */
export function shownTargets(
  { saved, platforms }: Pick<Writing, 'saved' | 'platforms'>,
  isChoosable: (target: Target) => boolean,
): readonly Target[] {
  return saved ? platforms : platforms.filter(isChoosable);
}

/**
 * Returns a target for each account, and those that are chosen without being connected. One of several accounts is named: another one
 * may be the default when the post is sent.
 */
function offeredTargets(connections: Connections, chosen: readonly Target[]): Target[] {
  return PLATFORM_IDS.flatMap((platform) => {
    const here = chosen.filter((target) => platformOf(target) === platform);
    const accounts = connections[platform]?.accounts ?? [];
    const isOnly = accounts.length === 1 && accounts[0]?.isDefault;
    const targets = accounts.map(
      (account) =>
        here.find((target) => statusOf(connections, target) === account) ??
        (isOnly ? platform : (`${platform}:${account.name}` as const)),
    );
    return [...new Set([...targets, ...here])];
  });
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
  const nameOf = useTargetName();
  if (!connections) return <AccountPlaces />;
  const isChoosable = choosableIn(connections, isFreePlan);
  const shown = offeredTargets(connections, value);
  const toggle = (target: Target, isChosen: boolean) =>
    onChange(shown.filter((each) => (each === target ? isChosen : value.includes(each))));
  const missing = PLATFORM_IDS.filter(
    (platform) => connections[platform]?.configured && !shown.some((target) => platformOf(target) === platform),
  );
  return (
    <fieldset className={classes['chips']}>
      <legend>
        Publish to
        <span className={classes['count']}>{inWords(value.length)}</span>
      </legend>
      {shown.map((target) => {
        const status = statusOf(connections, target);
        const isChosen = value.includes(target);
        const why = isChoosable(target) ? null : whyNot(status, isOutsidePlan(target, isFreePlan));
        return (
          <AccountChip
            key={target}
            target={target}
            status={status}
            why={why}
            isChosen={isChosen}
            // A draft may name an account that was connected when it was written, and it can be taken out.
            isDisabled={why !== null && !isChosen}
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
  target: Target;
  /** Undefined where the account is not connected. */
  status: ConnectionStatus | undefined;
  /** Why it cannot be chosen, in words; null where it can. */
  why: string | null;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: (target: Target, isChosen: boolean) => void;
}

const AccountChip = memo(function AccountChip({
  target,
  status,
  why,
  isChosen,
  isDisabled,
  onToggle,
}: AccountChipProps) {
  const network = useTargetName()(target);
  const name = status?.displayName || status?.username || network;
  const id = useId();
  return (
    <label className={classes['chip']}>
      <AccountFace
        platform={platformOf(target)}
        name={name}
        picture={status?.picture ?? null}
        network={status?.network}
      />
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
        onChange={(event) => onToggle(target, event.currentTarget.checked)}
      />
    </label>
  );
});
