import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIn } from '../bare-root.mjs';
import { capture } from '../programs.mjs';

const BOOT_SECONDS = 180;
const PAGE = 'docs/self-hosting/systemd.md';
const READY = "fetch('http://127.0.0.1:8787/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";
/** Runs in the booted system after the commands of the page, and prints what the server's process may do. */
const LOOK = `
until /opt/social/node -e "${READY}"; do sleep 0.2; done
journalctl --unit social-server | grep --only-matching 'needs this setup token'
systemctl kill --signal=SIGKILL social-server
until /opt/social/node -e "${READY}"; do sleep 0.2; done
social-server workspace list
process=$(systemctl show --property=MainPID --value social-server)
grep -E '^(CapBnd|NoNewPrivs|Seccomp):' /proc/$process/status
grep -E '^[^ ]+ (/|/var/lib/social) ' /proc/$process/mounts
systemctl stop social-server
systemctl show --property=Result,ExecMainStatus,NRestarts social-server
stat --format='%U %a %n' /var/lib/social /var/lib/social/social.db
`;
/** Runs the script once the system has started, and switches it off. */
const UNIT = `[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'sh -ex /try.sh > /tried 2>&1'
ExecStopPost=/bin/systemctl poweroff --no-block
`;

/** Boots a Debian with systemd, follows the page about it there, and uses and stops the service. */
export async function tryService(image, { checkout, folder, signal }) {
  const root = join(folder, 'root');
  mkdirSync(folder);
  await capture('cp', ['--archive', image.base, root]);
  const install = 'apt-get update -qq && apt-get install --yes -qq --no-install-recommends systemd dbus > /dev/null';
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  assert.equal(await runIn(root, ['sh', '-c', install], { cwd: '/', env, signal }), 0);
  await capture('cp', ['--archive', join(image.root, 'opt/social'), join(root, 'opt/social')]);
  cpSync(process.execPath, join(root, 'opt/social/node'), { dereference: true });
  cpSync(join(checkout, 'deploy'), join(root, 'src/deploy'), { recursive: true });
  writeFileSync(join(root, 'try.sh'), `cd /src\n${scriptsOf(readFileSync(join(checkout, PAGE), 'utf8'))}${LOOK}`);
  writeFileSync(join(root, 'etc/systemd/system/try.service'), UNIT);
  mkdirSync(join(root, 'etc/systemd/system/default.target.wants'), { recursive: true });
  symlinkSync('../try.service', join(root, 'etc/systemd/system/default.target.wants/try.service'));
  const options = ['--quiet', '--register=no', '--keep-unit', '--private-network'];
  const machine = [`--machine=social-${process.pid}`, `--directory=${root}`, '--boot'];
  const booted = spawnSync('systemd-nspawn', [...options, ...machine], {
    timeout: BOOT_SECONDS * 1_000,
    encoding: 'utf8',
  });
  assert.equal(booted.status, 0, booted.stdout + booted.stderr);
  checkOutput(readFileSync(join(root, 'tried'), 'utf8'));
  console.log('The service of systemd ran as the page says, and stopped.');
}

/** Scripts of a page, in their order. */
function scriptsOf(page) {
  const scripts = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script]) => script);
  assert.ok(scripts.length > 0, `${PAGE} has commands`);
  return scripts.join('');
}

function checkOutput(output) {
  const expected = [
    /^needs this setup token$/m,
    /^CapBnd:\t0000000000000000$/m,
    /^NoNewPrivs:\t1$/m,
    /^Seccomp:\t2$/m,
    /^\S+ \/ \S+ ro,/m,
    /^\S+ \/var\/lib\/social \S+ rw,/m,
    /^Result=success$/m,
    /^ExecMainStatus=0$/m,
    /^NRestarts=1$/m,
    /^social 700 \/var\/lib\/social$/m,
    /^social 600 \/var\/lib\/social\/social\.db$/m,
  ];
  for (const pattern of expected) assert.match(output, pattern);
}
