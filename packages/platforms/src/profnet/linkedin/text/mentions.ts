import type { MentionCheck } from '../../../driver.ts';
import { asRecord, asString, type JsonObject } from '../../../http/lossless-json.ts';
import { orElse } from '../../../platform-error.ts';
import { readOrganizations } from '../accounts.ts';
import type { LinkedinApi } from '../api.ts';
import { organizationsIn } from './little-text.ts';

/**
 * Compares the names of organizations with their own, which have to match in full, as far as the token may read them: at least those
 * that the member administers.
 */
export function linkedinMentions(api: LinkedinApi): MentionCheck {
  return {
    mentionsIn: (text) =>
      organizationsIn(text)
        .map(({ written }) => written)
        .join(' ') || null,
    async problem(text, account, call) {
      const mentioned = organizationsIn(text);
      const ids = [...new Set(mentioned.map(({ id }) => id))];
      const found = await readOrganizations(api, ids, { account, call }).catch(orElse(null));
      for (const { id, name } of mentioned) {
        const [own, ...others] = namesOf(asRecord(found?.[id]));
        if (own === undefined || [own, ...others].includes(name)) continue;
        return `LinkedIn mentions an organization only by its full name, and that of urn:li:organization:${id} is "${own}", not "${name}"; correct it`;
      }
      return null;
    },
  };
}

/** An organization may have a name in each of several languages. */
function namesOf(organization: JsonObject | null): string[] {
  const localized = asRecord(asRecord(organization?.['name'])?.['localized']) ?? {};
  const names = [organization?.['localizedName'], ...Object.values(localized)].map(asString);
  return names.filter((name) => name !== null);
}
