import { Button, Menu, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Icon } from '../../ui/icons/icon.tsx';
import { useChosenProfile } from './chosen-profile.ts';
import classes from './profile-switcher.module.css';
import type { Profile } from './profiles.ts';

/** Chooses the profile that the app is about. Renders nothing while there is only one. */
export function ProfileSwitcher() {
  const { profiles = [], chosen, choose } = useChosenProfile();
  if (profiles.length < 2) return null;
  const label = chosen?.name ?? 'All profiles';
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          maw={{ base: '9rem', xs: '12rem' }}
          aria-label={`Profile: ${label}`}
          rightSection={<Icon name="chevron" />}
          classNames={{ root: classes['target'], section: classes['chevron'] }}
        >
          <Text span inherit truncate>
            {label}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes['menu']}>
        <Choice label="All profiles" isChosen={chosen === null} onChoose={() => choose(null)} />
        {profiles.map((profile) => (
          <Choice
            key={profile.id}
            label={nameOf(profile)}
            isChosen={profile.id === chosen?.id}
            onChoose={() => choose(profile)}
          />
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} href="/profiles">
          Manage profiles
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isChosen}
      leftSection={<span className={classes['check']}>{isChosen ? <Icon name="check" /> : null}</span>}
      onClick={onChoose}
    >
      {label}
    </Menu.Item>
  );
}

function nameOf({ name, isDefault }: Profile): string {
  return isDefault && name.toLowerCase() !== 'default' ? `${name} (default)` : name;
}
