import { Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import classes from './labels-field.module.css';

const MAX_LABELS = 20;
const MAX_LENGTH = 50;

interface LabelsFieldProps {
  labels: readonly string[];
  onChange: (labels: readonly string[]) => void;
}

/** Words under which the post is found again. Enter or a comma adds one. */
export const LabelsField = memo(function LabelsField({ labels, onChange }: LabelsFieldProps) {
  const [written, setWritten] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    // As the server stores it.
    const label = written
      .replace(/^[\s#]+/, '')
      .trim()
      .toLowerCase();
    if (label !== '' && !labels.includes(label) && labels.length < MAX_LABELS) onChange([...labels, label]);
    setWritten('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    // Before Ctrl + Enter sends what is written.
    add();
  };
  const remove = (label: string) => {
    onChange(labels.filter((other) => other !== label));
    field.current?.focus();
  };
  return (
    <div>
      <TextInput
        ref={field}
        data-autofocus
        label="Labels"
        description="To find the post again; no network sees them. Enter adds one"
        maw="26rem"
        maxLength={MAX_LENGTH}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={add}
      />
      {labels.length > 0 ? (
        <Group component="ul" className="plain-list" gap="xs" mt="xs" aria-label="Labels of this post">
          {labels.map((label) => (
            <li key={label}>
              <button
                type="button"
                className={classes['label']}
                aria-label={`Remove the label ${label}`}
                onClick={() => remove(label)}
              >
                {label} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </Group>
      ) : null}
    </div>
  );
});
