const CELLS = 20;

/** A progress bar: `████░░░░ 20 % of 12 MB`. */
export function progressBar(doneBytes: number, totalBytes: number): string {
  const share = totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes);
  const full = Math.round(share * CELLS);
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${Math.floor(share * 100)} % of ${megabytes(totalBytes)}`;
}

function megabytes(bytes: number): string {
  const size = bytes / 1_000_000;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} MB`;
}
