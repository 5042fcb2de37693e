import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { capture, run } from './programs.mjs';
import { makeArchive, publicPackages } from './release/archives.mjs';
import { readOwner } from './release/owner.mjs';
import { publishAll, RUN_AGAIN } from './release/publish-all.mjs';

const USAGE = `Usage: pnpm release [--dry-run]

Versions, builds and publishes every public package to the registry that npm is configured with, and tags the commit.
Versions that are there already are left alone, so that it can be run again after an error.

  --dry-run  only make the archives in release/, in the order of release/order.json`;

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
if (values.help) console.log(USAGE);
else await release(values['dry-run'] === true);

async function release(isDryRun) {
  let hint = 'Nothing was published.';
  try {
    const archives = await prepare(isDryRun);
    const { version } = archives[0];
    if (isDryRun) {
      console.log(`${archives.length} archives of ${version} are in release/. ${hint}`);
      return;
    }
    hint = RUN_AGAIN;
    await publishAll(archives);
    await tag(`v${version}`);
  } catch (error) {
    console.error(`${error.message}\n${hint}`);
    process.exitCode = 1;
  }
}

/** Builds the packages and makes their archives, in the order in which they are published. */
async function prepare(isDryRun) {
  const owner = readOwner();
  if (!isDryRun) await refuseUncommitted();
  if (!isDryRun && readdirSync('.changeset').some((name) => name.endsWith('.md') && name !== 'README.md'))
    await setVersions();
  await must('node', ['scripts/turbo.mjs', 'run', 'build']);
  const target = resolve('release');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const archives = [];
  for (const one of publicPackages()) archives.push(await makeArchive(one, owner, target));
  const named = archives.map(({ archive, sbom, ...one }) => ({
    ...one,
    archive: basename(archive),
    sbom: basename(sbom),
  }));
  writeFileSync(join(target, 'order.json'), `${JSON.stringify(named, null, 2)}\n`);
  return archives;
}

async function tag(name) {
  const tags = (await capture('git', ['tag', '--list', name])).trim();
  if (tags === '') await must('git', ['tag', '--annotate', name, '--message', name]);
  console.log(`${name} is published. Next: git push --follow-tags`);
}

async function refuseUncommitted() {
  const changes = (await capture('git', ['status', '--porcelain'])).trim();
  if (changes !== '') throw new Error(`These changes are not committed.\n${changes}`);
}

/** Writes the versions and changelogs that the changesets ask for, and commits them. */
async function setVersions() {
  await must('changeset', ['version']);
  // The lockfile names no versions of these packages, and stays as it is.
  const { version } = publicPackages()[0].manifest;
  await must('git', ['add', '--all']);
  await must('git', ['commit', '--quiet', '--message', `Version ${version}`]);
}

async function must(command, args) {
  const status = await run(command, args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}
