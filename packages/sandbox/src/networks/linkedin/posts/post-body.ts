import type { Fields } from '../../../http/input.ts';
import { isRecord, jsonFields } from '../../../http/request-body.ts';
import { type Call, Refusal } from '../../../http/route.ts';
import { coded, invalidField, invalidUrn, missingField } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';

/** A link with the caller's own words. */
export interface Article {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** URN of an image. */
  readonly thumbnail?: string;
  readonly thumbnailAltText?: string;
}

/** A question, its answers, and the days that it is open. */
export interface PollRequest {
  readonly question: string;
  readonly options: readonly string[];
  readonly days: number;
}

/** Parts of a create request that the sandbox acts on. */
export interface CreateRequest {
  readonly author: string;
  readonly commentary: string;
  readonly images: readonly { readonly urn: string; readonly altText?: string }[];
  /** URN of a video. */
  readonly video?: string;
  /** URN of a document, which has a title. */
  readonly document?: string;
  /** Above a video or document. */
  readonly title?: string;
  readonly article?: Article;
  readonly poll?: PollRequest;
  readonly parent?: string;
  readonly isReshareDisabled: boolean;
  readonly visibility: string;
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
const maxTitleLength = 400;
const maxQuestionLength = 140;
const maxOptionLength = 30;
/** Durations of polls, in days. */
const daysOf: Readonly<Record<string, number>> = { ONE_DAY: 1, THREE_DAYS: 3, SEVEN_DAYS: 7, FOURTEEN_DAYS: 14 };
const mediaKeys = ['id', 'altText', 'title'];

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
    ...(body['content'] === undefined ? { images: [] } : readContent(record(body, 'content'))),
    ...(parent !== undefined && { parent }),
    isReshareDisabled: body['isReshareDisabledByAuthor'] === true,
    visibility: text(body, 'visibility'),
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

function readContent(
  content: Fields,
): Pick<CreateRequest, 'images' | 'video' | 'document' | 'title' | 'article' | 'poll'> {
  onlyKeys(content, ['media', 'multiImage', 'article', 'poll', 'reference', 'carousel', 'celebration'], '/content');
  if (Object.keys(content).length !== 1) refuse('content', 'exactly one kind of content is expected');
  if (content['media'] !== undefined) return readMedia(record(content, 'media'));
  if (content['multiImage'] !== undefined) return { images: readImages(record(content, 'multiImage')) };
  if (content['article'] !== undefined) return { images: [], article: readArticle(record(content, 'article')) };
  if (content['poll'] !== undefined) return { images: [], poll: readPoll(record(content, 'poll')) };
  return refuse('content', 'the sandbox knows media, multiImage, article and poll');
}

function readMedia(media: Fields): Pick<CreateRequest, 'images' | 'video' | 'document' | 'title'> {
  const urn = text(media, 'id');
  if (urn.startsWith('urn:li:document:')) {
    onlyKeys(media, ['id', 'title'], '/content/media');
    if (media['title'] === '') refuse('title', 'a title is expected');
    return { images: [], document: urn, title: text(media, 'title') };
  }
  if (!urn.startsWith('urn:li:video:')) return { images: [readImage(media)] };
  onlyKeys(media, mediaKeys, '/content/media');
  return { images: [], video: urn, ...(media['title'] !== undefined && { title: text(media, 'title') }) };
}

function readArticle(article: Fields): Article {
  onlyKeys(article, ['source', 'title', 'description', 'thumbnail', 'thumbnailAltText'], '/content/article');
  const url = text(article, 'source');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) refuse('source', 'an address is expected');
  const title = atMost(text(article, 'title'), maxTitleLength, 'title');
  if (title === '') refuse('title', 'a title is expected');
  const optional = (name: string) => (article[name] === undefined ? undefined : text(article, name));
  const [thumbnail, altText] = [optional('thumbnail'), optional('thumbnailAltText')];
  if (thumbnail !== undefined && !thumbnail.startsWith('urn:li:image:')) {
    throw new Refusal(invalidUrn(thumbnail, 'INVALID_URN_TYPE'));
  }
  return {
    ...{ url, title, description: atMost(optional('description') ?? '', maxAltTextLength, 'description') },
    ...(thumbnail !== undefined && { thumbnail }),
    ...(altText !== undefined && { thumbnailAltText: atMost(altText, maxAltTextLength, 'thumbnailAltText') }),
  };
}

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/poll-post-api */
function readPoll(poll: Fields): PollRequest {
  onlyKeys(poll, ['question', 'options', 'settings'], '/content/poll');
  const question = atMost(text(poll, 'question'), maxQuestionLength, 'question');
  if (question === '') refuse('question', 'a question is expected');
  const { options } = poll;
  if (!Array.isArray(options) || !options.every(isRecord)) return refuse('options', 'a list of objects is expected');
  if (options.length < 2 || options.length > 4) refuse('options', 'between 2 and 4 options are expected');
  const settings = record(poll, 'settings');
  onlyKeys(settings, ['duration', 'voteSelectionType', 'isVoterVisibleToAuthor'], '/content/poll/settings');
  requireOneOf(settings, 'duration', Object.keys(daysOf));
  if (settings['voteSelectionType'] !== undefined) requireOneOf(settings, 'voteSelectionType', ['SINGLE_VOTE']);
  if (settings['isVoterVisibleToAuthor'] === false) refuse('isVoterVisibleToAuthor', 'only true is supported');
  return {
    question,
    options: options.map((option) => atMost(text(option, 'text'), maxOptionLength, 'text')),
    days: daysOf[text(settings, 'duration')] ?? 0,
  };
}

function atMost(value: string, length: number, name: string): string {
  return value.length <= length ? value : refuse(name, `longer than ${length} characters`);
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
  onlyKeys(image, mediaKeys, '/content/media');
  const urn = text(image, 'id');
  if (!urn.startsWith('urn:li:image:')) throw new Refusal(invalidUrn(urn, 'INVALID_URN_TYPE'));
  if (image['altText'] === undefined) return { urn };
  return { urn, altText: atMost(text(image, 'altText'), maxAltTextLength, 'altText') };
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
