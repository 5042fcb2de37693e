import { fitText, isBlankText, type TextPlace } from '@social/rules';
import { isTarget, platformOf, type Schema, type Target } from '@social/types';
import { invalid } from '../../errors.ts';
import type { PublishRequest } from '../contents/publish-request.ts';
import { articleText, hashtagFor, oneLine } from './inbound-text.ts';

/** Request of the inbound webhook. */
export interface InboundRequest {
  readonly request: PublishRequest;
  readonly dryRun: boolean;
}

/**
 * Makes a publish request from an article: title, blank line, body, hashtag. Shortens the article for platforms where it is
 * too long, but never the hashtag.
 * @param placeOf finds the network and server of the account that a target means, whose limits may differ from the platform's
 * @throws AppError invalid_request with the field
 */
export function readInbound(
  query: { platforms: string; test?: string },
  content: Schema<'InboundContent'>,
  placeOf: (target: Target) => TextPlace,
): InboundRequest {
  const body = articleText(content.body);
  if (isBlankText(body)) throw invalid('body', 'is empty once its tags are removed; send the article as text or HTML');
  const title = content.title === undefined ? '' : oneLine(content.title);
  const tag = content.keyword === undefined ? null : hashtagFor(content.keyword);
  const article = title === '' ? body : `${title}\n\n${body}`;
  const suffix = tag === null ? '' : `\n\n${tag}`;
  const platforms = readPlatforms(query.platforms);
  const text = `${article}${suffix}`;
  const overrides: Partial<Record<Target, { text: string }>> = {};
  for (const target of platforms) {
    const fitted = fitText(platformOf(target), article, { suffix, ...placeOf(target) });
    if (fitted !== text) overrides[target] = { text: fitted };
  }
  return {
    dryRun: isTest(query.test, content),
    request: {
      text,
      thread: [],
      platforms,
      overrides,
      mediaUrls: [],
      media: [],
      poll: null,
      comments: [],
      meta: {},
      settings: {},
      disclosures: [],
      fitMedia: true,
      copyMedia: false,
      source: null,
      labels: [],
    },
  };
}

function readPlatforms(list: string): Target[] {
  const names = list.split(',').map((name) => name.trim());
  if (!names.every(isTarget)) {
    throw invalid('platforms', 'must list platform ids with commas, like profnet,microblog');
  }
  return [...new Set(names)];
}

/** Returns true for content that is only to be tried, and not published. @throws AppError invalid_request */
export function isTest(query: string | undefined, content: Schema<'InboundContent'>): boolean {
  const status = content.status?.trim().toLowerCase() === 'test';
  return readFlag(query, 'test (query)') || readFlag(content.test, 'test') || status;
}

function readFlag(value: string | number | boolean | undefined, field: string): boolean {
  const text = String(value ?? 'false')
    .trim()
    .toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw invalid(field, 'must be true or false');
}
