import { isRecord } from '../../http/request-body.ts';
import type { Json } from '../../http/route.ts';
import { refuse, refuseParameter } from '../meta-graph/errors.ts';
import { type GraphParams, list, text } from '../meta-graph/request.ts';
import { problems } from './errors.ts';
import type { Container, InstagramAccess } from './state.ts';

const maxCollaborators = 3;
const maxTags = 20;
const userName = /^[A-Za-z0-9._]{1,30}$/;

/** Where a setting is read: the kind of the container, and what its Graph offers. */
interface Place extends Pick<Container, 'kind' | 'isCarouselItem'> {
  readonly access: Pick<InstagramAccess, 'labelsPartnerships'>;
}

type Reader = (params: GraphParams, place: Place) => Json;

/** The parameters of a post besides its text and files, and the containers that take them. */
const readers: Readonly<Record<string, readonly [kinds: readonly Container['kind'][], read: Reader]>> = {
  share_to_feed: [['reel'], (params) => readFlag(params, 'share_to_feed')],
  thumb_offset: [['reel'], readOffset],
  collaborators: [['image', 'reel', 'carousel'], readCollaborators],
  location_id: [['image', 'reel', 'carousel'], readLocation],
  user_tags: [['image', 'reel'], readTags],
  is_ai_generated: [['image', 'reel', 'carousel'], (params) => readFlag(params, 'is_ai_generated')],
  is_paid_partnership: [['image', 'reel', 'carousel'], readPartnership],
};

/**
 * Reads what was chosen for a post, and refuses it where it cannot be had.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export function readPostSettings(params: GraphParams, place: Place): Record<string, Json> {
  const given = Object.entries(readers).filter(([name]) => params[name] !== undefined);
  return Object.fromEntries(
    given.map(([name, [kinds, read]]) => {
      // The parts of a carousel have tags alone; its other settings are those of the whole.
      const isTaken = kinds.includes(place.kind) && (!place.isCarouselItem || name === 'user_tags');
      return [name, isTaken ? read(params, place) : refuseParameter(`Param ${name} is not supported for this media`)];
    }),
  );
}

function readFlag(params: GraphParams, name: string): boolean {
  const word = text(params, name);
  return word === 'true' || (word === 'false' ? false : refuseParameter(`Param ${name} must be a boolean`));
}

function readOffset(params: GraphParams): number {
  const offset = Number(text(params, 'thumb_offset'));
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : refuse(problems.thumbOffset);
}

function readCollaborators(params: GraphParams): readonly string[] {
  const names = list(params, 'collaborators').map(String);
  if (names.length > 0 && names.length <= maxCollaborators && names.every((name) => userName.test(name))) return names;
  return refuseParameter(`Param collaborators must have 1 to ${maxCollaborators} usernames`);
}

function readLocation(params: GraphParams): string {
  const id = text(params, 'location_id') ?? '';
  return /^[1-9]\d*$/.test(id) ? id : refuse(problems.location);
}

function readTags(params: GraphParams, { kind }: Place): readonly Json[] {
  const tags = list(params, 'user_tags');
  if (tags.length > maxTags) refuse(problems.tooManyTags);
  return tags.map((tag) => {
    const { username, x, y } = isRecord(tag) ? tag : {};
    if (typeof username !== 'string' || !userName.test(username)) return refuseParameter('user_tags needs usernames');
    if (kind === 'reel') return { username };
    if (isShare(x) && isShare(y)) return { username, x, y };
    return refuseParameter('user_tags of an image needs x and y from 0 to 1');
  });
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function readPartnership(params: GraphParams, { access }: Place): boolean {
  if (access.labelsPartnerships) return readFlag(params, 'is_paid_partnership');
  return refuseParameter('Param is_paid_partnership is only available with Facebook login');
}
