import { Text, VisuallyHidden } from '@mantine/core';
import type { PlatformId } from '@social/types';
import { AccountFace } from '../../ui/accounts/account-face.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import classes from './account-choice.module.css';
import type { AccountOption } from './account-options.ts';

const KINDS: Record<AccountOption['type'], string> = { personal: 'Personal', organization: 'Organization' };

interface AccountChoiceProps {
  platform: PlatformId;
  options: readonly AccountOption[];
  /** `accountId` of the chosen option. */
  value: string;
  onChoose: (accountId: string) => void;
}

/** Lists the accounts, to choose one. Their pictures are at the network still: the server fetches that of the chosen one. */
export function AccountChoice({ platform, options, value, onChoose }: AccountChoiceProps) {
  return (
    <fieldset className={classes['choices']}>
      <VisuallyHidden component="legend">Account to publish as</VisuallyHidden>
      {options.map((option) => (
        <label key={option.accountId} className={classes['choice']}>
          <input
            type="radio"
            name="account"
            value={option.accountId}
            checked={option.accountId === value}
            onChange={() => onChoose(option.accountId)}
          />
          <AccountFace platform={platform} name={option.name} picture={null} size={40} />
          <span className={classes['words']}>
            <Text fw={600}>{option.name}</Text>
            <Hint>{describe(option)}</Hint>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function describe({ type, description }: AccountOption): string {
  const kind = KINDS[type];
  if (description.toLowerCase().includes(kind.toLowerCase())) return description;
  return description ? `${kind} · ${description}` : kind;
}
