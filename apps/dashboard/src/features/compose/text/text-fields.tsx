import { Button, Group, Menu, Stack, Tabs, Text } from '@mantine/core';
import type { TextPlace } from '@social/rules';
import type { PlatformId } from '@social/types';
import { memo, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { PlatformGlyph } from '../../../ui/platforms/platform-glyph.tsx';
import { usePlatformName } from '../../../ui/platforms/platform-name.ts';
import type { OwnText, Writing } from '../writing.ts';
import { OwnThreadWords, ThreadWords } from './thread-words.tsx';
import { WrittenFields } from './written-fields.tsx';

type Written = Pick<Writing, 'text' | 'thread' | 'own'>;

interface TextFieldsProps extends Written {
  /** The chosen platforms. */
  platforms: readonly PlatformId[];
  /** Place of a platform's text, which decides its limit. */
  placeOf: (platform: PlatformId) => TextPlace;
  onChange: (change: Partial<Written>) => void;
}

const ALL = 'all';

/** One text for all platforms, with a tab for each platform that gets another one. */
export const TextFields = memo(function TextFields({ platforms, placeOf, onChange, ...written }: TextFieldsProps) {
  const { text, thread, own } = written;
  const nameOf = usePlatformName();
  const [opened, setOpened] = useState<string>(ALL);
  const [asked, setAsked] = useState<PlatformId | null>(null);
  const customized = platforms.filter((platform) => own[platform]);
  const common = platforms.filter((platform) => !own[platform]);
  const shown = customized.find((platform) => platform === opened) ?? ALL;

  const customize = (platform: PlatformId) => {
    onChange({ own: { ...own, [platform]: { text, thread } } });
    setOpened(platform);
    focusField();
  };
  const useCommon = (platform: PlatformId) => {
    const { [platform]: _own, ...others } = own;
    onChange({ own: others });
    setOpened(ALL);
    focusField();
  };
  const change = (platform: PlatformId, now: OwnText) => onChange({ own: { ...own, [platform]: now } });
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
            {customized.map((platform) => (
              <Tabs.Tab key={platform} value={platform} leftSection={<PlatformGlyph platform={platform} />}>
                {nameOf(platform)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={ALL}>
            {commonFields}
            {common.length === 0 ? (
              <Hint>Every chosen network has a text of its own: this one is not sent.</Hint>
            ) : null}
          </Tabs.Panel>
          {customized.map((platform) => (
            <Tabs.Panel key={platform} value={platform}>
              <WrittenFields
                label={`Text for ${nameOf(platform)}`}
                written={own[platform] ?? { text, thread }}
                platforms={[platform]}
                placeOf={placeOf}
                onChange={(now) => change(platform, { text, thread, ...own[platform], ...now })}
              >
                <OwnThreadWords platform={platform} parts={own[platform]?.thread.length ?? 0} />
              </WrittenFields>
              <Button
                variant="subtle"
                size="xs"
                mt="xs"
                onClick={() => (isSame(own[platform], { text, thread }) ? useCommon(platform) : setAsked(platform))}
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
  common: readonly PlatformId[];
  nameOf: (platform: PlatformId) => string;
  customize: (platform: PlatformId) => void;
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
          {common.map((platform) => (
            <Menu.Item
              key={platform}
              leftSection={<PlatformGlyph platform={platform} />}
              onClick={() => customize(platform)}
            >
              Customize for {nameOf(platform)}
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
