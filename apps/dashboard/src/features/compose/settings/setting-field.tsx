import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { SettingFacts } from '@social/types/settings';
import { inWords, POST_LABELS, settingLabel } from '../../../shared/posts/setting-words.ts';
import type { SettingValue } from '../writing.ts';
import { ListField } from './list-field.tsx';

interface SettingFieldProps {
  name: string;
  facts: SettingFacts;
  /** Undefined while the network decides. */
  value: SettingValue | undefined;
  onChange: (value: SettingValue | undefined) => void;
}

/** The field of one setting, as the contract describes it. An empty one leaves the setting out. */
export function SettingField({ name, facts: { type, values, description }, value, onChange }: SettingFieldProps) {
  const isPostLabel = name in POST_LABELS;
  const shared = {
    label: settingLabel(name),
    description: isPostLabel ? null : description.replace(/`(.*?)`/g, '“$1”'),
  };
  if (type === 'array') {
    const list = Array.isArray(value) ? value : [];
    const change = (chosen: readonly string[]) => onChange(chosen.length > 0 ? chosen : undefined);
    if (!values) return <ListField {...shared} value={list} onChange={change} />;
    return (
      <Checkbox.Group {...shared} value={[...list]} onChange={change}>
        <Stack gap="xs" mt="xs">
          {values.map((each) => (
            <Checkbox key={each} value={each} label={inWords(each)} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  }
  if (type === 'boolean' || values) {
    const choices = values?.map((each) => ({ value: each, label: inWords(each) })) ?? YES_OR_NO;
    const unset = { value: '', label: isPostLabel ? 'As the labels above say' : 'As the network does' };
    return (
      <NativeSelect
        {...shared}
        value={String(value ?? '')}
        data={[unset, ...choices]}
        onChange={({ currentTarget }) => onChange(chosenValue(type, currentTarget.value))}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      {...(type === 'integer' && { type: 'number', min: 0, step: 1 })}
      value={String(value ?? '')}
      onChange={({ currentTarget }) => onChange(writtenValue(type, currentTarget.value))}
    />
  );
}

const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function chosenValue(type: SettingFacts['type'], value: string): SettingValue | undefined {
  if (value === '') return undefined;
  return type === 'boolean' ? value === 'true' : value;
}

function writtenValue(type: SettingFacts['type'], text: string): SettingValue | undefined {
  if (text.trim() === '') return undefined;
  return type === 'integer' ? Number(text) : text;
}
