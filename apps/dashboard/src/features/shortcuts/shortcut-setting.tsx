import { Checkbox } from '@mantine/core';
import { Section } from '../../ui/page/section.tsx';
import { turnShortcuts, useShortcutsOn } from './setting.ts';

/** Turns the shortcuts of single keys on and off. */
export function ShortcutSetting() {
  const isOn = useShortcutsOn();
  return (
    <Section title="Keyboard">
      <Checkbox
        label="Shortcuts of single keys"
        description="n writes a post, g c opens the calendar, ? lists them all. This browser keeps the choice."
        checked={isOn}
        onChange={(event) => turnShortcuts(event.currentTarget.checked)}
      />
    </Section>
  );
}
