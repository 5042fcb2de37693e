/** Options of a plugin by the flags of the command. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--to': 'to',
  '--profile': 'profile',
  '--fit': 'fit',
  '--mentions': 'mentions',
  '--draft': 'draft',
  '--max-credits': 'maxCredits',
  '--continue-on-partial': 'continueOnPartial',
};
const FLAG = new RegExp(`(?<![\\w-])(?:${Object.keys(OPTIONS).join('|')})(?![\\w-])`, 'g');

/** Replaces flags of `social post` by options of the plugin. Lines that show a whole command stay as they are. */
export function inWordsOfOptions(text: string): string {
  return text
    .split('\n')
    .map((line) => (/\bsocial [a-z]+ .*--/.test(line) ? line : line.replace(FLAG, (flag) => OPTIONS[flag] ?? flag)))
    .join('\n')
    .replaceAll('; --again publishes it again', '')
    .replaceAll(', or add --insecure if the network is yours', '')
    .replaceAll('Run the same command again', 'Announce the release again');
}
