import { Avatar, Text, VisuallyHidden } from '@mantine/core';
import { Hint } from '../../ui/parts/text.tsx';
import classes from './account-choice.module.css';
import type { AccountOption } from './account-options.ts';

const KINDS: Record<AccountOption['type'], string> = { personal: 'Personal', organization: 'Organization' };

interface AccountChoiceProps {
  options: readonly AccountOption[];
  /** `accountId` of the chosen option. */
  value: string;
  onChoose: (accountId: string) => void;
}

/** Lists the accounts, to choose one. */
export function AccountChoice({ options, value, onChoose }: AccountChoiceProps) {
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
          <Picture option={option} />
          <span className={classes['words']}>
            <Text fw={600}>{option.name}</Text>
            <Hint>{describe(option)}</Hint>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The account's picture, or the first letter of its name. Screen readers skip it, because the name follows. */
function Picture({ option: { name, picture } }: { option: AccountOption }) {
  return (
    <Avatar src={picture ?? null} alt="" size={40} aria-hidden imageProps={{ referrerPolicy: 'no-referrer' }}>
      {Array.from(name.trim())[0]?.toUpperCase() ?? '·'}
    </Avatar>
  );
}

function describe({ type, description }: AccountOption): string {
  const kind = KINDS[type];
  if (description.toLowerCase().includes(kind.toLowerCase())) return description;
  return description ? `${kind} · ${description}` : kind;
}
