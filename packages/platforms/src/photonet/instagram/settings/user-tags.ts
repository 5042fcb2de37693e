import type { OutgoingPost } from '../../../driver.ts';
import { invalid } from '../../../meanings.ts';
import { PlatformError } from '../../../platform-error.ts';

const TAG = /^([\w.]+)(?:@([\d.]+):([\d.]+))?$/;
const MIDDLE = 0.5;

type Settings = OutgoingPost['settings'];

/** An account, and its place in a picture, from the left and from the top. */
interface UserTag {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** The place was given. */
  readonly isPlaced: boolean;
}

/** Reads `userTags`: names, each with its place or without. */
export function userTags({ userTags: given }: Settings): readonly UserTag[] {
  if (!Array.isArray(given)) return [];
  return given.map((tag) => {
    const [, name = '', x, y] = TAG.exec(String(tag)) ?? [];
    return { name, x: Number(x ?? MIDDLE), y: Number(y ?? MIDDLE), isPlaced: x !== undefined };
  });
}

/** Refuses places outside of the picture. @throws PlatformError */
export function requireTags(settings: Settings): void {
  const outside = userTags(settings).find(({ x, y }) => !(x <= 1 && y <= 1));
  if (!outside) return;
  const { name } = outside;
  const message = `the place of ${name} in userTags must be from 0 to 1 each way, such as ${name}@0.5:0.8`;
  throw new PlatformError('photonet', invalid(message));
}
