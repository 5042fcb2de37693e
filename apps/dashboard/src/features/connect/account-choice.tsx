import type { AccountOption } from './account-options.ts';
import { AccountPicture } from './account-picture.tsx';

const KINDS: Record<AccountOption['type'], string> = { personal: 'Personal', organization: 'Organization' };

interface AccountChoiceProps {
  options: readonly AccountOption[];
  /** `accountId` of the chosen option. */
  value: string;
  onChoose: (accountId: string) => void;
}

/** The accounts as a list to choose one from. */
export function AccountChoice({ options, value, onChoose }: AccountChoiceProps) {
  return (
    <fieldset className="choices">
      <legend className="unseen">Account to publish as</legend>
      {options.map((option) => (
        <label key={option.accountId} className="choice">
          <input
            type="radio"
            name="account"
            value={option.accountId}
            checked={option.accountId === value}
            onChange={() => onChoose(option.accountId)}
          />
          <AccountPicture name={option.name} picture={option.picture} />
          <span className="choice-text">
            <span className="choice-name">{option.name}</span>
            <span className="choice-more">{describe(option)}</span>
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
