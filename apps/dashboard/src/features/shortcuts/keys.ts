/** A shortcut, with the address of this app to go to, or with something to do on the page. */
export type Shortcut = { readonly keys: string; readonly label: string } & (
  | { readonly href: string }
  | { readonly act: 'search' | 'list' | 'palette' }
);

/** The shortcuts of single keys; two keys are pressed one after the other. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'n', label: 'Write a post', href: '/write' },
  { keys: '/', label: 'Search the posts', act: 'search' },
  { keys: 'g p', label: 'Go to the posts', href: '/' },
  { keys: 'g d', label: 'Go to the drafts', href: '/drafts' },
  { keys: 'g c', label: 'Go to the calendar', href: '/calendar' },
  { keys: '?', label: 'Show these shortcuts', act: 'list' },
];

/** Longest pause between two keys of one shortcut. */
const PAUSE_MS = 1_500;

/** Returns a function that takes the keys as they are pressed, and answers with the shortcut that they complete. */
export function createKeyReader(): (event: KeyboardEvent) => Shortcut | null {
  let before = '';
  let at = 0;
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      before = '';
      return null;
    }
    const isNext = before !== '' && event.timeStamp - at < PAUSE_MS;
    const pressed = isNext ? `${before} ${event.key}` : event.key;
    at = event.timeStamp;
    before = SHORTCUTS.some(({ keys }) => keys.startsWith(`${pressed} `)) ? pressed : '';
    return SHORTCUTS.find(({ keys }) => keys === pressed) ?? null;
  };
}

/** Returns true where keys write, choose or belong to a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) return true;
  return target.closest('[role=dialog], [role=menu], [role=listbox]') !== null;
}
