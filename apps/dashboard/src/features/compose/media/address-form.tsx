import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

/** Adds a file by its address on the web. It is used inside a form, so that it renders no form element. */
export function AddressForm({ onAdd }: { onAdd: (address: string) => boolean }) {
  const [address, setAddress] = useState('');
  const [isRefused, setRefused] = useState(false);
  const add = () => {
    const isAdded = onAdd(address);
    setRefused(!isAdded);
    if (isAdded) setAddress('');
  };
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        label="Or the address of a file on the web"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={address}
        error={isRefused ? 'It must be a whole address that begins with https:// or http://' : null}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setRefused(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" onClick={add} flex="none">
        Add
      </Button>
    </Group>
  );
}
