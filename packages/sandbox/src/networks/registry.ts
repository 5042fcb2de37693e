import { definitions } from '../generated/definitions.ts';
import { avatarRoute } from '../pages/avatar.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';
import type { Settings as CommonSettings } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import type { Network, NetworkDefinition } from './network.ts';

type Definitions = typeof definitions;

/** The name of a counter of one of the networks. */
export type CounterName = Definitions[NetworkId]['counters'][number];

type NetworkSettings = {
  [Id in NetworkId as Definitions[Id] extends { settings: object } ? Id : never]: Definitions[Id] extends {
    settings: { defaults(): infer Own };
  }
    ? Own
    : never;
};

/** Settings that `PUT /_sandbox/settings` changes: those of every network, and by its id those of one network. */
export type Settings = CommonSettings & NetworkSettings;

/** Changes of settings; of a network's own, too, only the given members change. */
export type SettingsChanges = Readonly<Partial<CommonSettings>> & {
  readonly [Id in keyof NetworkSettings]?: Readonly<Partial<NetworkSettings[Id]>>;
};

/** A network with its own settings, if it has any. */
export type RunningNetwork = Network & { readonly settings: object | undefined };

export function definitionOf(network: NetworkId): NetworkDefinition {
  return definitions[network];
}

/** Builds every network with its seeded accounts and posts in the given world. */
export function createNetworks(world: World): readonly RunningNetwork[] {
  return networkIds.map((id) => {
    const definition = definitionOf(id);
    const settings = definition.settings?.defaults();
    const network = definition.create(world, settings ?? {});
    // The Graph's own routes take every path that comes after them.
    return { ...network, settings, routes: [avatarRoute(world, id), ...network.routes] };
  });
}

/** Ids of the accounts and posts in every fresh sandbox, by network. The ids never change. */
export const sandboxSeed = ofEach('seed');

/** The media that each network takes, as its documentation says. */
export const mediaLimits = ofEach('mediaLimits');

function ofEach<Key extends 'seed' | 'mediaLimits'>(key: Key) {
  return Object.fromEntries(networkIds.map((id) => [id, definitions[id][key]])) as {
    readonly [Id in NetworkId]: Definitions[Id][Key];
  };
}
