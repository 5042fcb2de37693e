import { Button, Menu, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useChosenProfile } from '../../shared/profiles/chosen-profile.ts';
import { profileLabel } from '../../shared/profiles/profiles.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import classes from './profile-switcher.module.css';

const CHECK = <Icon name="check" />;

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
        <Menu.RadioGroup
          value={chosen?.id ?? ''}
          onChange={(id) => choose(profiles.find((profile) => profile.id === id) ?? null)}
        >
          <Menu.RadioItem value="" checkIcon={CHECK} closeMenuOnClick>
            All profiles
          </Menu.RadioItem>
          {profiles.map((profile) => (
            <Menu.RadioItem key={profile.id} value={profile.id} checkIcon={CHECK} closeMenuOnClick>
              {profileLabel(profile)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} href="/profiles">
          Manage profiles
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
