import { parseTemplate, type Template } from '../../text/template.ts';

/** Parts that the text of a release can be made of. */
interface Notes {
  /** Heading of the notes, or the version. */
  readonly title: string;
  readonly version: string;
  readonly tag: string;
  /** Notes as plain text, without the heading. */
  readonly notes: string;
}

/** Makes the text of a release. */
export type NotesTemplate = Template<Notes>;

const FIELDS = {
  title: ({ title }: Notes) => title,
  version: ({ version }: Notes) => version,
  tag: ({ tag }: Notes) => tag,
  notes: ({ notes }: Notes) => notes,
} as const;

/** Reads a template such as `{tag} is out`. @param option names it in errors @throws {CliError} as `parseTemplate` */
export function parseNotesTemplate(given: string, option: string): NotesTemplate {
  return parseTemplate(given, FIELDS, option);
}
