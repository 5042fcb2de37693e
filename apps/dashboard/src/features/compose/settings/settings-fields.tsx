import { Checkbox, Group, SimpleGrid, Stack } from '@mantine/core';
import { platformOf, type Target } from '@social/types';
import { settingsOf } from '@social/types/settings';
import { use } from 'react';
import { POST_LABEL_NAMES, POST_LABELS } from '../../../shared/posts/setting-words.ts';
import { Hint } from '../../../ui/parts/text.tsx';
import { PlatformGlyph } from '../../../ui/platforms/platform-glyph.tsx';
import { ConnectedNetworks, useTargetName } from '../../../ui/platforms/target-name.ts';
import classes from '../compose.module.css';
import type { SettingValue, Writing } from '../writing.ts';
import { SettingField } from './setting-field.tsx';

type Settings = Pick<Writing, 'settings' | 'aiGenerated' | 'paidPartnership'>;

export interface SettingsProps extends Settings {
  /** The chosen targets. */
  platforms: readonly Target[];
  onChange: (change: Partial<Settings>) => void;
}

/** The labels of the post, and the settings of each chosen target. */
export default function SettingsFields({ platforms, onChange, ...written }: SettingsProps) {
  const set = (target: Target, name: string, value: SettingValue | undefined) => {
    const { [name]: _before, ...others } = written.settings[target] ?? {};
    const own = value === undefined ? others : { ...others, [name]: value };
    onChange({ settings: { ...written.settings, [target]: own } });
  };
  const asked = POST_LABEL_NAMES.filter((name) => written[name]);
  return (
    <Stack gap="lg">
      <Stack gap="xs" role="group" aria-label="Labels for readers">
        <Group gap="lg">
          {POST_LABEL_NAMES.map((name) => (
            <Checkbox
              key={name}
              label={POST_LABELS[name]}
              checked={written[name]}
              onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
            />
          ))}
        </Group>
        <Hint>Networks that have such a label show it with the post.</Hint>
      </Stack>
      {platforms.map((target) => (
        <TargetSettings
          key={target}
          target={target}
          asked={asked}
          own={written.settings[target] ?? {}}
          onChange={(name, value) => set(target, name, value)}
        />
      ))}
      {platforms.length === 0 ? <Hint>Choose where to publish to see the settings of each network.</Hint> : null}
    </Stack>
  );
}

interface TargetSettingsProps {
  target: Target;
  /** Labels that the post asks of every network. */
  asked: readonly (typeof POST_LABEL_NAMES)[number][];
  own: Readonly<Record<string, SettingValue>>;
  onChange: (name: string, value: SettingValue | undefined) => void;
}

function TargetSettings({ target, asked, own, onChange }: TargetSettingsProps) {
  const name = useTargetName()(target);
  const network = use(ConnectedNetworks)(target);
  const all = Object.entries(settingsOf(platformOf(target)));
  // What a draft has stays in sight, to be taken out, also when another network is connected now.
  const shown = all.filter(
    ([setting, { only }]) => !only || !network || own[setting] !== undefined || only.some((one) => one === network),
  );
  const missing = asked.filter((label) => !shown.some(([setting]) => setting === label));
  return (
    <fieldset className={classes['settings']}>
      <legend className={classes['network']}>
        <PlatformGlyph target={target} />
        {name}
      </legend>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        {shown.map(([setting, facts]) => (
          <SettingField
            key={setting}
            name={setting}
            facts={facts}
            value={own[setting]}
            onChange={(value) => onChange(setting, value)}
          />
        ))}
      </SimpleGrid>
      {missing.map((label) => (
        <Hint key={label}>
          {name} has no label “{POST_LABELS[label]}”: the post goes without.
        </Hint>
      ))}
    </fieldset>
  );
}
