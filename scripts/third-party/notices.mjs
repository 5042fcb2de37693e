import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import licences from 'spdx-license-list/full.js';
import satisfies from 'spdx-satisfies';
import { bundledPackages } from './bundled.mjs';

/** Licences under which code may be part of what is published here. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const RULE = '-'.repeat(80);

/** Writes `dist/THIRD-PARTY-NOTICES.txt` of the package in this folder. Throws when a licence does not allow it. */
function writeNotices(folder, introduction) {
  const packages = bundledPackages(folder);
  const refused = packages.filter(({ license }) => !isAllowed(license));
  if (refused.length > 0) {
    const lines = refused.map(({ name, version, license }) => `  ${name} ${version}: ${license ?? 'no licence'}`);
    throw new Error(`These licences do not allow a package to be part of the build:\n${lines.join('\n')}`);
  }
  if (packages.length === 0) return;
  const head = 'The build contains code of these packages, under their licences.';
  const parts = [
    ...introduction,
    `${[head, ...packages.map(({ name, version }) => `  ${name} ${version}`)].join('\n')}\n`,
  ];
  const text = [...parts, ...packages.map(noticeOf)].join(`\n${RULE}\n\n`);
  writeFileSync(join(folder, 'dist/THIRD-PARTY-NOTICES.txt'), text);
}

function isAllowed(license) {
  try {
    return satisfies(license ?? '', ALLOWED);
  } catch {
    // No expression of SPDX, such as "SEE LICENSE IN …".
    return false;
  }
}

function noticeOf({ name, version, license, folder }) {
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  const text = texts.length > 0 ? texts : [authorOf(folder), ...standardTexts(license)];
  return `${[`${name} ${version}, ${license}`, ...text].join('\n\n')}\n`;
}

/** A package without a text of its licence names at least those who hold the copyright. */
function authorOf(folder) {
  const { author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const name = typeof author === 'string' ? author : author?.name;
  const address = typeof repository === 'string' ? repository : repository?.url;
  return [`Copyright: ${name ?? 'its authors'}`, ...(address === undefined ? [] : [address])].join('\n');
}

function standardTexts(license) {
  return ALLOWED.filter((id) => license.split(/[\s()]+/).includes(id)).map((id) => licences[id].licenseText.trim());
}

const INTRODUCTION = 'run-time-notices.txt';
writeNotices(process.cwd(), existsSync(INTRODUCTION) ? [readFileSync(INTRODUCTION, 'utf8')] : []);
