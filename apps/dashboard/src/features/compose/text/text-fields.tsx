import { Button, Group, Menu, Stack, Tabs, Text } from '@mantine/core';
import type { TextPlace } from '@social/rules';
import type { Target } from '@social/types';
import { memo, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { PlatformGlyph } from '../../../ui/platforms/platform-glyph.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import type { OwnText, Writing } from '../writing.ts';
import { OwnThreadWords, ThreadWords } from './thread-words.tsx';
import { WrittenFields } from './written-fields.tsx';

type Written = Pick<Writing, 'text' | 'thread' | 'own'>;

interface TextFieldsProps extends Written {
  /** The chosen platforms. */
  platforms: readonly Target[];
  /** Place of a platform's text, which decides its limit. */
  placeOf: (target: Target) => TextPlace;
  onChange: (change: Partial<Written>) => void;
}

const ALL = 'all';

/** One text for all platforms, with a tab for each platform that gets another one. */
export const TextFields = memo(function TextFields({ platforms, placeOf, onChange, ...written }: TextFieldsProps) {
  const { text, thread, own } = written;
  const nameOf = useTargetName();
  const [opened, setOpened] = useState<string>(ALL);
  const [asked, setAsked] = useState<Target | null>(null);
  const customized = platforms.filter((target) => own[target]);
  const common = platforms.filter((target) => !own[target]);
  const shown = customized.find((target) => target === opened) ?? ALL;

  const customize = (target: Target) => {
    onChange({ own: { ...own, [target]: { text, thread } } });
    setOpened(target);
    focusField();
  };
  const useCommon = (target: Target) => {
    const { [target]: _own, ...others } = own;
    onChange({ own: others });
    setOpened(ALL);
    focusField();
  };
  const change = (target: Target, now: OwnText) => onChange({ own: { ...own, [target]: now } });
  const commonFields = (
    <WrittenFields label="Text" written={{ text, thread }} platforms={common} placeOf={placeOf} onChange={onChange}>
      <ThreadWords thread={thread} platforms={platforms} own={customized} />
    </WrittenFields>
  );
  return (
    <Stack gap="xs" id={FIELDS}>
      {customized.length === 0 ? (
        commonFields
      ) : (
        <Tabs value={shown} onChange={(tab) => setOpened(tab ?? ALL)} keepMounted={false}>
          <Tabs.List aria-label="Texts" mb="sm">
            <Tabs.Tab value={ALL}>{common.length > 0 ? 'All others' : 'Common text'}</Tabs.Tab>
            {customized.map((target) => (
              <Tabs.Tab key={target} value={target} leftSection={<PlatformGlyph target={target} />}>
                {nameOf(target)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={ALL}>
            {commonFields}
            {common.length === 0 ? (
              <Hint>Every chosen network has a text of its own: this one is not sent.</Hint>
            ) : null}
          </Tabs.Panel>
          {customized.map((target) => (
            <Tabs.Panel key={target} value={target}>
              <WrittenFields
                label={`Text for ${nameOf(target)}`}
                written={own[target] ?? { text, thread }}
                platforms={[target]}
                placeOf={placeOf}
                onChange={(now) => change(target, { text, thread, ...own[target], ...now })}
              >
                <OwnThreadWords target={target} parts={own[target]?.thread.length ?? 0} />
              </WrittenFields>
              <Button
                variant="subtle"
                size="xs"
                mt="xs"
                onClick={() => (isSame(own[target], { text, thread }) ? useCommon(target) : setAsked(target))}
              >
                Use the common text again
              </Button>
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title="Delete this network's own text?"
        confirm="Use the common text"
        keep="Keep its own text"
        onClose={() => setAsked(null)}
        onDone={() => asked && useCommon(asked)}
      >
        <Text size="sm">Its own text is deleted, and cannot be brought back. It gets the common text instead.</Text>
      </ConfirmDialog>
      {common.length > 0 && platforms.length > 1 ? <Customize {...{ common, nameOf, customize }} /> : null}
    </Stack>
  );
});

function isSame(own: OwnText | undefined, common: OwnText): boolean {
  const textsOf = ({ text, thread }: OwnText) => JSON.stringify([text, ...thread.map((part) => part.text)]);
  return own === undefined || textsOf(own) === textsOf(common);
}

interface CustomizeProps {
  common: readonly Target[];
  nameOf: (target: Target) => string;
  customize: (target: Target) => void;
}

function Customize({ common, nameOf, customize }: CustomizeProps) {
  return (
    <Group>
      <Menu position="bottom-start" shadow="md" transitionProps={{ duration: 0 }} returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="xs">
            Customize for one network
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {common.map((target) => (
            <Menu.Item key={target} leftSection={<PlatformGlyph target={target} />} onClick={() => customize(target)}>
              Customize for {nameOf(target)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

const FIELDS = 'composer-text';

/** Moves the focus to the text that is shown now, since what had it is gone. */
function focusField(): void {
  // The menu gives the focus back first.
  setTimeout(() => document.querySelector<HTMLTextAreaElement>(`#${FIELDS} textarea`)?.focus());
}
