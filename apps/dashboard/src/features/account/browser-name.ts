/** The order matters, because most browsers also name others. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const MAX_RAW_LENGTH = 60;

/** Returns the browser and the system that a User-Agent header names. Returns the start of a header it does not know. */
export function browserInWords(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const nameIn = (known: typeof BROWSERS) => known.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = nameIn(BROWSERS);
  if (!browser) return userAgent.length > MAX_RAW_LENGTH ? `${userAgent.slice(0, MAX_RAW_LENGTH)}…` : userAgent;
  const system = nameIn(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
