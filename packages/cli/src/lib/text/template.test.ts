import { expect, test } from 'vitest';
import { parseTemplate } from './template.ts';

type Release = Readonly<Record<'title' | 'version' | 'tag' | 'notes', string>>;

const FIELDS = {
  title: ({ title }: Release) => title,
  version: ({ version }: Release) => version,
  tag: ({ tag }: Release) => tag,
  notes: ({ notes }: Release) => notes,
};
const read = (given: string) => parseTemplate(given, FIELDS, 'text');

test.each([
  [`v\${version} is out`, `\${version}`, 'write {version}'],
  [`\${nextRelease.version} is out\n{notes}`, `\${nextRelease.version}`, 'write {version}'],
  ['{nextRelease.version} is out\n{notes}', '{nextRelease.version}', 'write {version}'],
  ['{ version } {notes}', '{ version }', 'write {version}'],
  ['{ versoin } {notes}', '{ versoin }', 'write {version}'],
  ['{notes} <%= version %>', '<%= version %>', 'write {version}'],
  ['{{ .Tag }}', '{{ .Tag }}', 'write {tag}'],
  ['{{version}} {notes}', '{{version}}', 'write {version}'],
  ['{notes} {release-date}', '{release-date}', 'write a field as {title}'],
  ['{{#each commits}} {notes}', '{{#each commits}}', 'write a field as {title}'],
  [`{notes} \${`, `\${`, 'write a field as {title}'],
])("the field of another tool's template is refused: %s", (given, field, advice) => {
  expect(() => read(given)).toThrow(`text has ${JSON.stringify(field)}, which is not filled in here: ${advice}`);
});

test('braces that are no field stay, and those of a value are not looked at', () => {
  const release = { title: 'T', version: '1.4.0', tag: 'v1.4.0', notes: `\${a} {{ b }} {c} <%= d %> { title }` };
  const template = read('{version}: {} { "a": 1 } {x, y} $5 #{tag}\\n{notes}');
  expect(template(release)).toBe(`1.4.0: {} { "a": 1 } {x, y} $5 #v1.4.0\n${release.notes}`);
});
