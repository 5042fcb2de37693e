import { InputError, readCount, readFlag, readMembers, readText } from '../../http/input.ts';

/** A topic of the forum, besides the general one. */
export interface Topic {
  /** Its number, which is also the id of the message that began it. */
  readonly id: number;
  readonly name: string;
  /** Takes no further messages. */
  readonly isClosed: boolean;
}

/** Settings of the simulated Telegram. */
export interface TelegramSettings {
  /** Topics of the forum `@sandbox_forum`. */
  topics: readonly Topic[];
}

const maxTopics = 100;
const maxId = 2_147_483_647;

function defaults(): TelegramSettings {
  return {
    topics: [
      { id: 5, name: 'Releases', isClosed: false },
      { id: 6, name: 'Archive', isClosed: true },
    ],
  };
}

function read(value: unknown): Partial<TelegramSettings> {
  return readMembers<TelegramSettings>(value, 'telegram', { topics: ({ topics }) => readTopics(topics) });
}

function readTopics(topics: unknown): readonly Topic[] {
  if (!Array.isArray(topics) || topics.length > maxTopics) {
    throw new InputError(`topics has to be a list of at most ${maxTopics} topics`);
  }
  return topics.map((topic: unknown) => {
    const {
      id = 0,
      name = 'Topic',
      isClosed = false,
    } = readMembers<Topic>(topic, 'topics', {
      id: (fields) => readCount(fields, 'id', { min: 2, max: maxId }) ?? 0,
      name: (fields) => readText(fields, 'name', /^.{1,128}$/),
      isClosed: (fields) => readFlag(fields, 'isClosed'),
    });
    if (id === 0) throw new InputError('every topic has to have an id');
    return { id, name, isClosed };
  });
}

export const settings = { defaults, read };
