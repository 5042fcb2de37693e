import type { Fields } from '../../../http/input.ts';
import { isRecord, jsonFields } from '../../../http/request-body.ts';
import { type Call, Refusal } from '../../../http/route.ts';
import { coded, invalidField, invalidUrn, missingField } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';

/** Parts of a create request that the sandbox acts on. */
export interface CreateRequest {
  readonly author: string;
  readonly commentary: string;
  readonly images: readonly { readonly urn: string; readonly altText?: string }[];
  readonly parent?: string;
  readonly isReshareDisabled: boolean;
}

const topKeys = [
  'author',
  'commentary',
  'visibility',
  'distribution',
  'lifecycleState',
  'isReshareDisabledByAuthor',
  'content',
  'reshareContext',
  'contentLandingPage',
  'contentCallToActionLabel',
  'adContext',
  'container',
];
const { maxAltText: maxAltTextLength, maxFiles } = mediaLimits;

/**
 * Reads the body of a create call. Refuses missing fields, unknown fields and wrong values.
 *
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api
 */
export function readCreateRequest(call: Call): CreateRequest {
  const body = jsonFields(call.body) ?? refuse('body', 'a JSON object is expected');
  onlyKeys(body, topKeys, '');
  for (const name of ['author', 'commentary', 'visibility', 'distribution', 'lifecycleState']) {
    if (body[name] === undefined) throw new Refusal(missingField(name));
  }
  requireOneOf(body, 'visibility', ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN', 'CONTAINER']);
  requireOneOf(body, 'lifecycleState', ['PUBLISHED']);
  const distribution = record(body, 'distribution');
  onlyKeys(distribution, ['feedDistribution', 'targetEntities', 'thirdPartyDistributionChannels'], '/distribution');
  if (distribution['feedDistribution'] === undefined) throw new Refusal(missingField('feedDistribution'));
  requireOneOf(distribution, 'feedDistribution', ['MAIN_FEED', 'NONE']);
  const parent = readParent(body);
  if (parent !== undefined && body['content'] !== undefined) refuse('content', 'a reshare cannot have content');
  return {
    author: text(body, 'author'),
    commentary: text(body, 'commentary'),
    images: body['content'] === undefined ? [] : readContent(record(body, 'content')),
    ...(parent !== undefined && { parent }),
    isReshareDisabled: body['isReshareDisabledByAuthor'] === true,
  };
}

/** Returns true when a create call reshares a post. */
export function isReshare(call: Call): boolean {
  return jsonFields(call.body)?.['reshareContext'] !== undefined;
}

function readParent(body: Fields): string | undefined {
  if (body['reshareContext'] === undefined) return undefined;
  const parent = text(record(body, 'reshareContext'), 'parent');
  if (!/^urn:li:(share|ugcPost):/.test(parent)) throw new Refusal(invalidUrn(parent, 'INVALID_URN_TYPE'));
  if (!/^urn:li:(share|ugcPost):\d+$/.test(parent)) throw new Refusal(invalidUrn(parent, 'INVALID_URN_ID'));
  return parent;
}

function readContent(content: Fields): CreateRequest['images'] {
  onlyKeys(content, ['media', 'multiImage', 'article', 'poll', 'reference', 'carousel', 'celebration'], '/content');
  if (Object.keys(content).length !== 1) refuse('content', 'exactly one kind of content is expected');
  if (content['media'] !== undefined) return [readImage(record(content, 'media'))];
  if (content['multiImage'] !== undefined) return readImages(record(content, 'multiImage'));
  if (content['article'] !== undefined) {
    const article = record(content, 'article');
    text(article, 'source');
    text(article, 'title');
    return [];
  }
  return refuse('content', 'the sandbox knows media, multiImage and article');
}

function readImages(multiImage: Fields): CreateRequest['images'] {
  const images = multiImage['images'];
  if (!Array.isArray(images)) throw new Refusal(missingField('images'));
  if (images.length < 2 || images.length > maxFiles) {
    refuse('images', `between 2 and ${maxFiles} images are expected`);
  }
  return images.map((image: unknown) =>
    isRecord(image) ? readImage(image) : refuse('images', 'an object is expected'),
  );
}

function readImage(image: Fields): CreateRequest['images'][number] {
  onlyKeys(image, ['id', 'altText', 'title'], '/content/media');
  const urn = text(image, 'id');
  if (!urn.startsWith('urn:li:image:')) throw new Refusal(invalidUrn(urn, 'INVALID_URN_TYPE'));
  if (image['altText'] === undefined) return { urn };
  const altText = text(image, 'altText');
  return altText.length <= maxAltTextLength
    ? { urn, altText }
    : refuse('altText', `longer than ${maxAltTextLength} characters`);
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new Refusal(missingField(name));
  return typeof value === 'string' ? value : refuse(name, 'a string is expected');
}

function record(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isRecord(value) ? value : refuse(name, 'an object is expected');
}

function requireOneOf(fields: Fields, name: string, values: readonly string[]): void {
  if (!values.includes(text(fields, name))) refuse(name, `one of ${values.join(', ')} is expected`);
}

function onlyKeys(fields: Fields, known: readonly string[], path: string): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Refusal(
    coded(422, 'UNPROCESSABLE_ENTITY', `ERROR :: ${path}/${unknown} :: unrecognized field found but not allowed`),
  );
}

function refuse(name: string, description: string): never {
  throw new Refusal(invalidField(name, description));
}
