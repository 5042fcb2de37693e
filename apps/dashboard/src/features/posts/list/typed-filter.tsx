import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Pause in typing after which a filter is applied. */
const PAUSE_MS = 300;

interface TypedFilterProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The filter that the address names; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** A filter that is typed. It is applied after a pause, or at once with the Enter key. */
export function TypedFilter({ value, onChange, ...props }: TypedFilterProps) {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // The address has changed otherwise: by a saved view, the button that clears the filters, or the browser's back button.
    if (value !== applied.current) setText(value);
    applied.current = value;
  }, [value]);
  useEffect(() => {
    if (text.trim() === applied.current) return undefined;
    const timer = setTimeout(() => apply(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const apply = (typed: string) => {
    applied.current = typed.trim();
    latest.current(applied.current);
  };
  return (
    <TextInput
      {...props}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && text.trim() !== applied.current) apply(text);
      }}
    />
  );
}
