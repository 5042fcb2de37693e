import { Checkbox, Stack } from '@mantine/core';
import { networkName, PLATFORM_IDS, type PlatformId, platformFacts, type Schema, type Target } from '@social/types';
import { useConnections } from '../../shared/connections/connections.ts';
import { targetName } from '../../ui/platforms/target-name.ts';

interface KeyAccountsProps {
  /** Profile in which the names of accounts are looked for. */
  profileId: string | undefined;
  value: readonly Target[] | undefined;
  onChange: (targets: Target[] | undefined) => void;
}

interface Offer {
  readonly target: Target;
  readonly label: string;
}

/** Boxes for the only accounts that a key may use. */
export function KeyAccounts({ profileId, value = [], onChange }: KeyAccountsProps) {
  const { data: connections } = useConnections(profileId);
  const offers = PLATFORM_IDS.flatMap((platform) => offersOf(platform, connections?.[platform]?.accounts ?? []));
  if (offers.length === 0) return null;
  const choose = (chosen: readonly string[]) => {
    const targets = offers.flatMap(({ target }) => (chosen.includes(target) ? [target] : []));
    onChange(targets.length === 0 ? undefined : targets);
  };
  return (
    <Checkbox.Group
      label="Only for the accounts"
      description="Without a choice, for all accounts, also those that you connect later."
      value={[...value]}
      onChange={choose}
    >
      <Stack gap="xs" mt="xs">
        {offers.map(({ target, label }) => (
          <Checkbox key={target} value={target} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** All accounts of each network, then each account where there are several. */
function offersOf(platform: PlatformId, accounts: readonly Schema<'AccountStatus'>[]): Offer[] {
  const connected = [...new Set(accounts.flatMap(({ network }) => network ?? []))];
  const hasNetworks = platformFacts(platform).networks.length > 1;
  return connected.flatMap((network): Offer[] => {
    const own = accounts.filter((account) => account.network === network);
    const whole: Target = hasNetworks ? `${platform}:${network}` : platform;
    if (own.length === 1) return [{ target: whole, label: networkName(network) }];
    const each = own.map(({ name }): Offer => {
      const target: Target = `${platform}:${name}`;
      return { target, label: targetName(target, network) };
    });
    return [{ target: whole, label: `${networkName(network)}, all accounts` }, ...each];
  });
}
