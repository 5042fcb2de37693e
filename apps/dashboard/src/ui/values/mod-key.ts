/** Name of the key that turns another one into a command, such as K into the one that opens the palette. */
export const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
