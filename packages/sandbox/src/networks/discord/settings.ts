import { InputError, readFlag, readMembers, readText } from '../../http/input.ts';
import { discordSeed } from './seed.ts';

/** A tag that posts in the forum may have. */
export interface Tag {
  readonly id: string;
  readonly name: string;
}

/** Settings of the simulated channel. */
export interface DiscordSettings {
  /** Makes the channel a forum, in which every message belongs to a post. */
  isForum: boolean;
  /** Tags of the forum. */
  tags: readonly Tag[];
  /** Every new post in the forum has to have a tag. */
  requiresTag: boolean;
}

const maxTags = 20;

function defaults(): DiscordSettings {
  const { release, bug } = discordSeed.tags;
  const tags = [
    { id: release, name: 'release' },
    { id: bug, name: 'bug' },
  ];
  return { isForum: false, tags, requiresTag: false };
}

function read(value: unknown): Partial<DiscordSettings> {
  return readMembers<DiscordSettings>(value, 'discord', {
    ...{ isForum: readFlag, requiresTag: readFlag },
    tags: ({ tags }) => readTags(tags),
  });
}

function readTags(tags: unknown): readonly Tag[] {
  if (!Array.isArray(tags) || tags.length > maxTags) {
    throw new InputError(`tags has to be a list of at most ${maxTags} tags`);
  }
  return tags.map((tag: unknown) => {
    const { id, name } = readMembers<Tag>(tag, 'tags', {
      id: (fields) => readText(fields, 'id', /^\d{1,19}$/),
      name: (fields) => readText(fields, 'name', /^.{1,20}$/),
    });
    if (id === undefined || name === undefined) throw new InputError('every tag has to have an id and a name');
    return { id, name };
  });
}

export const settings = { defaults, read };
