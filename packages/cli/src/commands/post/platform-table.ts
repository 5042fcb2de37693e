import { mediaFacts } from '@social/rules';
import { type MediaFacts, PLATFORM_IDS, platformFacts, type TextUnit, withNetwork } from '@social/types';

const UNITS: Readonly<Record<TextUnit, string>> = {
  characters: 'characters',
  weighted: 'characters, as the network weighs them',
  bytes: 'bytes',
  utf16: 'characters',
  graphemes: 'characters',
};

/** The limits and costs of each platform, from the contract, for the help. */
export function platformTable(): string {
  const width = Math.max(...PLATFORM_IDS.map((id) => withNetwork(id).length)) + 2;
  const rows = PLATFORM_IDS.map((platform) => {
    const { text, costs } = platformFacts(platform);
    const name = withNetwork(platform).padEnd(width);
    const cost = `${costs.post} ${costs.post === 1 ? 'credit' : 'credits'}`.padEnd(11);
    return `  ${name}${cost}${text.max} ${UNITS[text.unit]}; ${describeMedia(mediaFacts(platform))}`;
  });
  return ['Platforms:', ...rows].join('\n');
}

function describeMedia({ documents, ...media }: MediaFacts): string {
  const kinds = [
    media.images > 0 ? `${media.images} ${media.images === 1 ? 'picture' : 'pictures'}` : '',
    media.videos > 0 ? `${media.videos} ${media.videos === 1 ? 'video' : 'videos'}` : '',
  ].filter((kind) => kind !== '');
  const together = media.mixed ? `, ${media.files} together` : '';
  const papers = documents ? `, or ${documents.files} ${documents.files === 1 ? 'document' : 'documents'}` : '';
  return `${kinds.join(media.mixed ? ' and ' : ' or ')}${together}${papers}${media.required ? ' (needed)' : ''}`;
}
