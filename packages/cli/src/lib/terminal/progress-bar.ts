const CELLS = 20;

/** A progress bar: `████░░░░ 20 % of 12 MB`. */
export function progressBar(doneBytes: number, totalBytes: number): string {
  const share = shareOf(doneBytes, totalBytes);
  return `${barOf(share)} ${Math.floor(share * 100)} % of ${megabytes(totalBytes)}`;
}

/** A progress bar of things that are counted: `████░░░░ 120 of 320`. */
export function countBar(done: number, total: number): string {
  return `${barOf(shareOf(done, total))} ${done} of ${total}`;
}

function shareOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}

function barOf(share: number): string {
  const full = Math.round(share * CELLS);
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)}`;
}

function megabytes(bytes: number): string {
  const size = bytes / 1_000_000;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} MB`;
}
