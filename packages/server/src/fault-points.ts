import type { Clock } from './clock.ts';

// Replaced when the program is built: only the build for tests has fault points at all.
declare const __FAULT_POINTS__: boolean;

/**
 * Whether this build has faults. What is asked only behind this constant is left out of the published build,
 * which the bundler can see only where the constant comes first in its file.
 */
export const HAS_FAULTS = typeof __FAULT_POINTS__ !== 'undefined' && __FAULT_POINTS__;

/**
 * Where a process can be killed on purpose: before each statement of a migration, before a restored database gets its name,
 * after each value that `rekey` has encrypted anew, and where a publish passes in this order.
 */
export const FAULT_POINTS = [
  'migration-statement',
  'before-restored',
  'after-reseal',
  'after-key',
  'after-reserve',
  'before-claim',
  'before-send',
  'before-checkpoint',
  'after-send',
  'after-response',
  'after-settle',
  'after-log',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

/** What tests set to have time pass more quickly, or wrongly. All null in the published build. */
export interface FaultSettings {
  readonly workerLeaseMs: number | null;
  /** The host's clock as somebody sets it while it runs. */
  readonly clock: Clock | null;
}

/** Reads the settings of the build for tests. */
export function readFaultSettings(env: NodeJS.ProcessEnv): FaultSettings {
  if (!HAS_FAULTS) return { workerLeaseMs: null, clock: null };
  const lease = env['SOCIAL_FAULT_LEASE_MS'];
  // It holds milliseconds that are added.
  const clockOffsetFile = env['SOCIAL_FAULT_CLOCK_FILE'];
  // An import would come before the constant.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const shiftedClock = { now: () => Date.now() + Number(readFileSync(clockOffsetFile ?? '', 'utf8')) };
  return {
    workerLeaseMs: lease === undefined ? null : Number(lease),
    clock: clockOffsetFile === undefined ? null : shiftedClock,
  };
}

let givesUpSafety = false;
let armed: { readonly point: FaultPoint; passes: number; readonly signal: 'SIGKILL' | 'SIGSTOP' } | null = null;

/**
 * Arms one point, written as `before-send` or, for the third time it is passed, `before-send:3`; with `:stop` behind, the
 * process is frozen there instead of killed. `no-safety` gives up keys, holds and claims, to measure what they cost. Nothing
 * in the published build.
 */
export function armFaultPoint(text: string | undefined): void {
  if (HAS_FAULTS && text !== undefined) {
    givesUpSafety = text === 'no-safety';
    const [name, count = '1', how] = text.split(':');
    const point = FAULT_POINTS.find((candidate) => candidate === name);
    if (point) armed = { point, passes: Number(count), signal: how === 'stop' ? 'SIGSTOP' : 'SIGKILL' };
  }
}

/** Ends this process as `kill -9` does, or freezes it, where the point is armed. Nothing in the published build. */
export function faultPoint(point: FaultPoint): void {
  if (HAS_FAULTS && armed?.point === point) {
    armed.passes -= 1;
    if (armed.passes === 0) process.kill(process.pid, armed.signal);
  }
}

/** Whether nothing keeps a post from being sent or charged twice; asked behind `HAS_FAULTS`. Nothing in the published build. */
export function isWithoutSafety(): boolean | undefined {
  // Without an answer the function is empty in the published build, and so left out.
  if (HAS_FAULTS) return givesUpSafety;
}
