const whole = new Intl.NumberFormat('en-GB');
const short = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Formats a number of credits with its unit. */
export function inCredits(count: number): string {
  return `${whole.format(count)} ${count === 1 ? 'credit' : 'credits'}`;
}

/** Formats a whole number with separators. */
export function inFigures(count: number): string {
  return whole.format(count);
}

/** Formats a size in bytes, KiB, MiB or GiB. */
export function inBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['KiB', 'MiB', 'GiB'];
  const step = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${short.format(bytes / 1024 ** step)} ${units[step - 1]}`;
}
