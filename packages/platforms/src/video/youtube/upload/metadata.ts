import { graphemesOf, measureText } from '@social/rules';
import type { CheckedPost, OutgoingPost } from '../../../driver.ts';
import { invalid } from '../../../meanings.ts';
import { PlatformError } from '../../../platform-error.ts';
import { noVideo } from '../comments.ts';

const MAX_TITLE_LENGTH = 100;
const MAX_TAGS_LENGTH = 500;
const PEOPLE_AND_BLOGS = '22';
/**
 * Categories that videos may have. Those of shows and movies belong to YouTube.
 * @see https://developers.google.com/youtube/v3/docs/videoCategories/list
 */
const CATEGORIES = ['1', '2', '10', '15', '17', '19', '20', '22', '23', '24', '25', '26', '27', '28', '29'];
const PRIVACY_STATUSES = ['public', 'unlisted', 'private'] as const;

/** A video and what is declared about it, as `videos.insert` takes them. */
export interface VideoResource {
  readonly snippet: {
    readonly title: string;
    readonly description: string;
    readonly tags?: readonly string[];
    readonly categoryId: string;
  };
  readonly status: {
    readonly privacyStatus: (typeof PRIVACY_STATUSES)[number];
    readonly selfDeclaredMadeForKids?: boolean;
    readonly containsSyntheticMedia?: boolean;
  };
  readonly paidProductPlacementDetails?: { readonly hasPaidProductPlacement: boolean };
}

/**
 * Reads the settings of a video; without one, the network's own default holds. The text is the description; its first line is the
 * title where there is no setting. @throws PlatformError before anything is sent, for values that the network would refuse
 * @see https://developers.google.com/youtube/v3/docs/videos#resource
 */
export function readVideoResource({ text, settings }: Pick<OutgoingPost, 'text' | 'settings'>): VideoResource {
  const { over, max } = measureText('video', text);
  if (over > 0) throw wrong(`the text is ${over} bytes too long as a description; shorten it to ${max} bytes`);
  requirePlain('text, which is its description,', text);
  const tags = readTags(settings['tags']);
  const { madeForKids, aiGenerated, paidPartnership } = settings;
  return {
    snippet: {
      title: readTitle(settings['title'], text),
      description: text,
      ...(tags.length > 0 && { tags }),
      categoryId: readCategory(settings['categoryId']),
    },
    status: {
      privacyStatus: readPrivacyStatus(settings['privacyStatus']),
      ...(typeof madeForKids === 'boolean' && { selfDeclaredMadeForKids: madeForKids }),
      ...(typeof aiGenerated === 'boolean' && { containsSyntheticMedia: aiGenerated }),
    },
    ...(typeof paidPartnership === 'boolean' && {
      paidProductPlacementDetails: { hasPaidProductPlacement: paidPartnership },
    }),
  };
}

/** Checks what describes a video; a post without one is a text, which takes no comments. @throws PlatformError */
export function checkVideo({ hasMedia, isComment, ...post }: CheckedPost): void {
  if (isComment && !hasMedia) throw noVideo();
  if (hasMedia && !isComment) readVideoResource(post);
}

function readTitle(value: unknown, text: string): string {
  if (value === undefined || value === null) return firstLine(text);
  const title = typeof value === 'string' ? value.trim() : '';
  const { length } = [...title];
  if (length === 0) throw wrong('the title of a video must be a text of 1 to 100 characters');
  if (length > MAX_TITLE_LENGTH) {
    throw wrong(`the title has ${length} characters; a video's may have ${MAX_TITLE_LENGTH}`);
  }
  requirePlain('title', title);
  return title;
}

/** The first line that is not blank, at most 100 UTF-16 units, never ending within a character. */
function firstLine(text: string): string {
  const line = text.split(/[\r\n\u2028\u2029]+/).find((each) => each.trim() !== '') ?? '';
  const whole = line.trim();
  let end = 0;
  for (const { index, segment } of graphemesOf(whole)) {
    if (index + segment.length > MAX_TITLE_LENGTH) break;
    end = index + segment.length;
  }
  const title = whole.slice(0, end).trim();
  if (title === '') throw wrong('the text has no line that could be the title; give one as title');
  return title;
}

/** Reads a list of tags, or one text with commas. The network counts the commas, and quotes around a tag with a space. */
function readTags(value: unknown): string[] {
  const given: unknown = typeof value === 'string' ? value.split(',') : (value ?? []);
  if (!Array.isArray(given) || !given.every((tag): tag is string => typeof tag === 'string')) {
    throw wrong('the tags of a video must be a list of texts, or one text with commas between them');
  }
  const tags = given.map((tag) => tag.trim()).filter((tag) => tag !== '');
  const count = [...tags.map((tag) => (tag.includes(' ') ? `"${tag}"` : tag)).join(',')].length;
  if (count > MAX_TAGS_LENGTH) {
    throw wrong(`the tags have ${count} characters as YouTube counts them; they may have ${MAX_TAGS_LENGTH}`);
  }
  return tags;
}

function readCategory(value: unknown): string {
  if (value === undefined || value === null) return PEOPLE_AND_BLOGS;
  const category = typeof value === 'number' ? String(value) : value;
  if (typeof category !== 'string' || !/^\d{1,4}$/.test(category)) {
    throw wrong('the categoryId of a video must be a number, for example 22');
  }
  if (CATEGORIES.includes(category)) return category;
  throw wrong(`YouTube has no category ${category} for videos; give another categoryId: ${CATEGORIES.join(', ')}`);
}

function readPrivacyStatus(value: unknown): VideoResource['status']['privacyStatus'] {
  const found = PRIVACY_STATUSES.find((status) => status === (value ?? 'public'));
  if (found !== undefined) return found;
  throw wrong(`the privacyStatus of a video must be one of ${PRIVACY_STATUSES.join(', ')}`);
}

function requirePlain(field: string, text: string): void {
  if (/[<>]/.test(text)) throw wrong(`YouTube takes no < or > in a video's ${field}; replace them`);
}

function wrong(message: string): PlatformError {
  return new PlatformError('video', invalid(message));
}
