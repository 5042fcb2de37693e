/** Where a process can be killed on purpose, in the order in which a publish passes them. */
export const FAULT_POINTS = [
  'after-reserve',
  'before-send',
  'after-send',
  'after-response',
  'after-settle',
  'after-log',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

// Replaced when the program is built: only the build for tests has fault points at all.
declare const __FAULT_POINTS__: boolean;

let armed: { readonly point: FaultPoint; passes: number } | null = null;

/** Arms one point, written as `before-send` or, for the third time it is passed, `before-send:3`. Nothing in the published build. */
export function armFaultPoint(text: string | undefined): void {
  if (__FAULT_POINTS__ && text !== undefined) {
    const [name, count = '1'] = text.split(':');
    const point = FAULT_POINTS.find((candidate) => candidate === name);
    if (point) armed = { point, passes: Number(count) };
  }
}

/** Ends this process as `kill -9` does, where the point is armed. Nothing in the published build. */
export function faultPoint(point: FaultPoint): void {
  if (__FAULT_POINTS__ && armed?.point === point) {
    armed.passes -= 1;
    if (armed.passes === 0) process.kill(process.pid, 'SIGKILL');
  }
}
