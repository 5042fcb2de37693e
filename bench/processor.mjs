import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time that all threads of a process have used, in user and kernel mode. */
export function cpuMs(pid) {
  const { used } = readStat(pid);
  return used;
}

/** The same of a process and all its children, also of those that have ended. */
export function cpuOfFamilyMs(pid) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = ids.flatMap((id) => {
    try {
      const { parent, used } = readStat(id);
      return parent === pid ? [used] : [];
    } catch {
      // A process that has ended meanwhile has added its time to its parent.
      return [];
    }
  });
  const { used, usedByEnded } = readStat(pid);
  return children.reduce((sum, each) => sum + each, used + usedByEnded);
}

function readStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name, which may hold any character and ends at the last parenthesis.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const inMs = (ticks) => (ticks / TICKS_PER_SECOND) * 1000;
  return { parent: fields[1], used: inMs(fields[11] + fields[12]), usedByEnded: inMs(fields[13] + fields[14]) };
}

/** Bytes of physical memory that a process holds. */
export function residentBytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
