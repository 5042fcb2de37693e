import { PLATFORM_IDS } from '@social/types';
import * as z from 'zod';

const NAME = '[a-z0-9-]{1,32}';
const PLATFORM = `(${PLATFORM_IDS.join('|')})`;
const NO_TARGET = `is not a platform, nor one of its accounts, such as mastodon:news; platforms: ${PLATFORM_IDS.join(', ')}`;

/** A platform, or one of its accounts. */
export const TARGET = z.string().regex(new RegExp(`^${PLATFORM}(:${NAME})?$`), NO_TARGET);
/** The same, or every account of a platform, or `all`. */
export const GIVEN_TARGET = z.string().regex(new RegExp(`^(all|${PLATFORM}(:(${NAME}|\\*))?)$`), NO_TARGET);
