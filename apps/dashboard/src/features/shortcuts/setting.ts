import { useSyncExternalStore } from 'react';

const KEY = 'social.shortcuts';
const listeners = new Set<() => void>();
let isOn = read();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Returns true while single keys are shortcuts. This browser keeps the choice. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, () => isOn);
}

/** Turns the shortcuts of single keys on or off: a person who speaks to the computer types them by accident. */
export function turnShortcuts(on: boolean): void {
  isOn = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Without storage the choice lives as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
