import { parseTemplate, type Template } from '../../text/template.ts';

/** Parts that the text of a release can be made of. */
interface Notes {
  /** Heading of the notes, or the version. */
  readonly title: string;
  /** Package of the heading, or the name of the repository. */
  readonly product: string;
  readonly version: string;
  readonly tag: string;
  /** Day of the heading, or of the run, as `2026-12-01`. */
  readonly date: string;
  /** Notes as plain text, without the heading. */
  readonly notes: string;
  /** Page of the release; empty when it is not known. */
  readonly link: string;
}

/** Makes the text of a release. */
export type NotesTemplate = Template<Notes>;

const FIELDS = {
  title: ({ title }: Notes) => title,
  product: ({ product }: Notes) => product,
  version: ({ version }: Notes) => version,
  tag: ({ tag }: Notes) => tag,
  date: ({ date }: Notes) => date,
  notes: ({ notes }: Notes) => notes,
  link: ({ link }: Notes) => link,
} as const;

/** Reads a template such as `{tag} is out`. @param option names it in errors @throws {CliError} as `parseTemplate` */
export function parseNotesTemplate(given: string, option: string): NotesTemplate {
  return parseTemplate(given, FIELDS, option);
}
