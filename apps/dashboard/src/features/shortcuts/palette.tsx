import { Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { useProfiles } from '../../shared/profiles/profiles.ts';
import { useRole } from '../../shared/session/role.ts';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { type Command, commandsFor, findCommands } from './commands.ts';
import classes from './palette.module.css';

interface PaletteProps {
  onRun: (command: Command) => void;
  onClose: () => void;
}

/** Finds a page, an action or a profile by its words. The keyboard stays in the field and moves through the list. */
export default function Palette({ onRun, onClose }: PaletteProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const role = useRole();
  const profiles = useProfiles();
  const found = findCommands(commandsFor(role, profiles.data ?? []), search);
  const place = Math.min(at, found.length - 1);
  const chosen = found[place];
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (place + by + found.length) % found.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onRun(chosen);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Go somewhere or do something"
      yOffset="10dvh"
      transitionProps={{ duration: 0 }}
    >
      <TextInput
        data-autofocus
        aria-label="Search pages, actions and profiles"
        placeholder="Search pages, actions and profiles"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        {...(chosen && { 'aria-activedescendant': `${id}-${place}` })}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} className={classes['list']} role="listbox" aria-label="Found">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is in the field above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={command === chosen}
            className={classes['option']}
            onPointerMove={() => setAt(index)}
            onClick={() => onRun(command)}
          >
            <span>{command.label}</span>
            <span className={classes['keys']}>{command.keys || command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={classes['none']}>Nothing is called like that.</p> : null}
      <VisuallyHidden component="div">
        <LiveRegion>{search === '' ? '' : `${found.length} found`}</LiveRegion>
      </VisuallyHidden>
    </Modal>
  );
}
