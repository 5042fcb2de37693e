/** Expressions that may take more than linear time for some text, with the reason why no stranger sends that text. */
export const SLOW = {
  // Texts of this project, of the operator or of the user's own machine.
  '/\\s*–\\s*/u': 'a span of dates of Intl',
  '/\\bsocial [a-z]+ .*--/': "lines of the command's help",
  '/[<[](.+)[>\\]]/': "flags of the command's options",
  '/(\\.git)?\\/*$/': 'the address of the own repository',
  '/\\/+$/': "addresses in the operator's settings",
  '/^\\/+|\\/+$/g': "the prefix in the operator's settings",
  '/^(?:"?([^"<>@]*?)"?\\s*<([^<>]+)>|([^<>\\s]+))$/': "the sender in the operator's settings",
  '/^(E[A-Z]+|UND_ERR_\\w+|CERT_\\w+|\\w*SELF_SIGNED\\w*|\\w*VERIFY\\w*|TimeoutError)$/': 'codes of Node and undici',
  // Texts that are short.
  '/\\s+\\S*$/': 'the first 1,000 characters of a summary',
  '/\\d+\\.\\d+(?:\\.\\d+)*(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z.-]+)?/': 'MAX_HEADING characters',
  '/^-+|-+$/g': 'MAX_LENGTH characters of a name',
  '/=+$/': 'the padding of base64: at most 2 characters',
  // Texts on which they are linear, which the check cannot know.
  '/("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")(\\s*:)?|[{}[\\]]/gs': 'only valid JSON, in which every quote ends',
  '/^[ \\t]*([-*_])(?:[ \\t]*\\1)*[ \\t]*$/':
    'begins at the start of a line only, and each mark ends the spaces before it',
  '/(?<!\\p{P})\\p{P}+$/u': 'begins only where a run begins',
  // The sandbox, which its own user alone sends texts.
  '/<[^>]*>/g': 'a status of at most as many characters as the network takes',
  '/\\..*$/': 'names of fields, without line breaks',
  '/[.,:;!?)\\]]+$/': 'an address in a text that the network took',
  '/^(?:[a-z]{2,3}(?:-[A-Za-z]{3}){0,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\\d{3}))?(?:-(?:[A-Za-z0-9]{5,8}|\\d[A-Za-z0-9]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-[xX](?:-[A-Za-z0-9]{1,8})+)?|[xX](?:-[A-Za-z0-9]{1,8})+)$/':
    'the language of a post, which this project writes',
};
