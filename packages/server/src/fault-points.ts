import type { Clock } from './clock.ts';

// The bundler replaces this constant: only the build for tests has fault points.
declare const __FAULT_POINTS__: boolean;

/**
 * Set in the build for tests. The bundler leaves code behind this constant out of the published build; it recognizes such code
 * only when the constant comes first in its file.
 */
const HAS_FAULTS = typeof __FAULT_POINTS__ !== 'undefined' && __FAULT_POINTS__;

/** Points at which tests can kill or freeze a process. Those of a publish stand in their order, but for `before-checkpoint`, which each upload passes. */
export const FAULT_POINTS = [
  'migration-statement',
  'before-restored',
  'after-reseal',
  'after-object',
  'after-copy',
  'after-key-claim',
  'after-approval',
  'after-intent',
  'before-claim',
  'before-send',
  'before-checkpoint',
  'after-call',
  'after-response',
  'after-settle',
  'before-answer',
  'before-webhook',
  'after-webhook',
  'after-close',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Settings with which tests make time pass faster, or wrongly. Null in the published build. */
export interface FaultSettings {
  readonly workerLeaseMs: number | null;
  /** Time for which a command waits for the lock on the database. */
  readonly lockPatienceMs: number | null;
  /** The host's clock with an offset that tests change while the server runs. */
  readonly clock: Clock | null;
}

/** Reads the settings of the build for tests. */
export function readFaultSettings(env: NodeJS.ProcessEnv): FaultSettings {
  if (!HAS_FAULTS) return { workerLeaseMs: null, lockPatienceMs: null, clock: null };
  const lease = env['SOCIAL_FAULT_LEASE_MS'];
  const patience = env['SOCIAL_FAULT_PATIENCE_MS'];
  // The file holds milliseconds to add.
  const clockOffsetFile = env['SOCIAL_FAULT_CLOCK_FILE'];
  // An import statement would come before the constant.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const shift = () => Number(readFileSync(clockOffsetFile ?? '', 'utf8'));
  const shiftedClock = { now: () => Date.now() + shift(), elapsed: () => performance.now() };
  return {
    workerLeaseMs: lease === undefined ? null : Number(lease),
    lockPatienceMs: patience === undefined ? null : Number(patience),
    clock: clockOffsetFile === undefined ? null : shiftedClock,
  };
}

// Not on Windows: SIGSTOP; `faultPoint` says so.
let armed: { readonly point: FaultPoint; passes: number; readonly signal: 'SIGKILL' | 'SIGSTOP' } | null = null;

/**
 * Arms one point, written as `before-send` or, for its third pass, `before-send:3`; with `:stop` at the end, the process is
 * frozen there instead of killed. Does nothing in the published build.
 */
export function armFaultPoint(text: string | undefined): void {
  if (HAS_FAULTS && text !== undefined) {
    const [name, count = '1', how] = text.split(':');
    const point = FAULT_POINTS.find((candidate) => candidate === name);
    // Not on Windows: SIGSTOP; `faultPoint` says so.
    if (point) armed = { point, passes: Number(count), signal: how === 'stop' ? 'SIGSTOP' : 'SIGKILL' };
  }
}

/** Kills this process as `kill -9` does, or freezes it, when the point is armed. Does nothing in the published build. */
export function faultPoint(point: FaultPoint): void {
  if (HAS_FAULTS && armed?.point === point) {
    armed.passes -= 1;
    if (armed.passes !== 0) return;
    // Not on Windows: no process is frozen there, so a test that asks for it fails.
    if (armed.signal === 'SIGSTOP' && process.platform === 'win32') throw new Error('Windows freezes no process');
    process.kill(process.pid, armed.signal);
  }
}
