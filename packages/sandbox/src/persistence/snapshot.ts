import type { Network } from '../networks/network.ts';
import type { Account } from '../world/accounts.ts';
import type { SavedApps } from '../world/apps.ts';
import type { SavedGrants } from '../world/grants.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { Post } from '../world/posts.ts';
import type { Settings } from '../world/settings.ts';
import type { World } from '../world/world.ts';

/** The state that is saved: everything but the request log and the waiting faults. */
export interface Snapshot {
  readonly settings: Settings;
  readonly accounts: readonly Account[];
  readonly posts: readonly Post[];
  readonly apps: SavedApps;
  readonly grants: SavedGrants;
  /** The states of the networks, under the name that saved folders have. */
  readonly memories: Readonly<Partial<Record<NetworkId, State>>>;
}

/** Values of a network's state: maps, sets, lists and plain values. */
type State = Record<string, unknown>;

export function takeSnapshot(world: World, networks: readonly Network[]): Snapshot {
  return {
    settings: world.settings,
    accounts: world.accounts.all(),
    posts: world.posts.all(),
    apps: world.apps.save(),
    grants: world.grants.save(),
    memories: Object.fromEntries(networks.map(({ id, state }) => [id, valuesOf(state)])),
  };
}

/** Replaces the seeded state of a fresh world with a snapshot. */
export function restoreSnapshot(world: World, networks: readonly Network[], snapshot: Snapshot): void {
  Object.assign(world.settings, snapshot.settings);
  world.accounts.restore(snapshot.accounts);
  world.posts.restore(snapshot.posts);
  world.apps.restore(snapshot.apps);
  world.grants.restore(snapshot.grants);
  for (const { id, state } of networks) refill(state as State, snapshot.memories[id] ?? {});
}

/** Leaves out members that belong to the running process: the world, id sources, counters with a clock. */
function valuesOf(state: object): State {
  const values = Object.entries(state).filter(([name, value]) => name !== 'world' && isValue(value));
  return Object.fromEntries(values.map(([name, value]) => [name, isPlain(value) ? valuesOf(value) : value]));
}

function isValue(value: unknown): boolean {
  if (typeof value === 'function') return false;
  return typeof value !== 'object' || value === null || isContainer(value) || isPlain(value);
}

function isContainer(value: unknown): boolean {
  return value instanceof Map || value instanceof Set || Array.isArray(value);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Fills the existing containers instead of replacing them, because handlers refer to them. */
function refill(state: State, saved: State): void {
  for (const [name, value] of Object.entries(saved)) {
    const current = state[name];
    if (current instanceof Map && value instanceof Map) {
      current.clear();
      for (const [key, entry] of value) current.set(key, entry);
    } else if (current instanceof Set && value instanceof Set) {
      current.clear();
      for (const entry of value) current.add(entry);
    } else if (Array.isArray(current) && Array.isArray(value)) current.splice(0, current.length, ...value);
    else if (isPlain(current) && isPlain(value)) refill(current as State, value as State);
    else state[name] = value;
  }
}
