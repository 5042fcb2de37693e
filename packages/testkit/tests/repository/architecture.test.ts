import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Which of the workspace's packages a package may import. The sandbox has its own copy of every rule, so that a mistake in either shows. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/types': [],
  'packages/rules': ['@social/types'],
  'packages/sdk': ['@social/types', '@social/rules'],
  'packages/post-input': ['@social/sdk', '@social/types', '@social/rules'],
  'packages/mcp': ['@social/post-input', '@social/sdk', '@social/types', '@social/rules'],
  'packages/cli': ['@social/mcp', '@social/post-input', '@social/sdk', '@social/types', '@social/rules'],
  'packages/semantic-release': ['@social/cli'],
  'packages/release-it': ['@social/cli'],
  'apps/dashboard': ['@social/sdk', '@social/types', '@social/rules'],
  'apps/docs': ['@social/types'],
  'packages/platforms': ['@social/types', '@social/rules'],
  'packages/server': ['@social/platforms', '@social/mcp', '@social/types', '@social/rules'],
  'packages/sandbox': ['@social/types'],
};

/** The one file that may load the sandbox, when it is asked to. */
const LOADS_SANDBOX = 'packages/server/src/commands/open-sandbox.ts';

/** A plugin of a tool that hands no environment to its plugins. */
const READS_ENVIRONMENT = 'packages/release-it/src/index.ts';

/** The server's layers, the highest first: a file imports from its own layer and from lower ones. */
const LAYERS: readonly (readonly string[])[] = [
  ['index.ts', 'entry.ts'],
  ['bin.ts'],
  ['rare-commands.ts'],
  ['commands/'],
  ['app.ts'],
  ['composition/'],
  ['http/', 'jobs/'],
  ['services/', 'config/plans-file.ts', 'config/key-file.ts', 'config/keyring-check.ts'],
  ['config/'],
  ['store/', 'media/'],
];
/** Neighbours in a layer that know nothing of each other. */
const STRANGERS = [
  ['http/', 'jobs/'],
  ['store/', 'media/'],
];

const BELOW_PUBLISHING = ['access', 'connections', 'contents', 'copies', 'credits', 'networks', 'slots', 'workers'];

/** Rooms of a layer, each with the other rooms that it may use. A file outside of rooms may use every room; no room may use it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'services/access/': [],
  'services/workers/': [],
  'services/networks/': ['workers'],
  'services/credits/': ['access'],
  'services/live/': ['access'],
  'services/mail/': ['workers'],
  'services/retention/': [],
  'services/slots/': [],
  'services/webhooks/': ['access', 'connections', 'retention', 'workers'],
  'services/connections/': ['access', 'networks', 'workers', 'credits'],
  'services/contents/': ['access', 'connections', 'credits'],
  'services/copies/': ['contents', 'workers'],
  'services/publishing/': ['access', 'connections', 'contents', 'copies', 'credits', 'networks', 'slots', 'workers'],
  'services/accounts/': ['access', 'publishing', 'connections', 'contents', 'credits'],
  'services/members/': ['access', 'accounts', 'mail'],
  'services/counters/': ['access', 'connections', 'credits', 'networks'],
  'services/drafts/': ['access', 'contents', 'publishing'],
  'services/posts/': [...BELOW_PUBLISHING, 'publishing'],
  'http/presenters/': [],
  'http/replies/': ['presenters'],
  'http/pages/': ['replies'],
  'http/callers/': [],
  'http/listener/': ['replies'],
  'http/operations/': ['callers', 'listener', 'presenters', 'replies'],
  'http/routes/': ['operations', 'callers', 'listener', 'pages', 'presenters', 'replies'],
  'media/keep/': [],
  'media/look/': ['keep'],
  'media/fetch/': ['keep', 'look'],
  'media/objects/': ['keep', 'fetch'],
  'media/fit/': ['keep', 'look'],
  'media/card/': ['keep', 'look', 'fetch', 'fit'],
  'media/face/': ['keep', 'look', 'fetch', 'fit'],
};

/** Outside libraries that belong to one part of the server. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  koa: ['http/', 'app.ts'],
  '@koa/router': ['http/'],
  kysely: ['store/'],
  'kysely/migration': ['store/'],
  pg: ['store/'],
  'node:sqlite': ['store/'],
  undici: ['media/'],
  aws4fetch: ['media/objects/'],
  sharp: ['media/fit/'],
  htmlparser2: ['media/card/'],
  nodemailer: ['services/mail/smtp.ts'],
  '@social/mcp/http': ['http/routes/mcp.ts'],
  'better-auth': ['services/accounts/auth.ts'],
  commander: ['bin.ts'],
};

/** The sandbox's layers, the highest first; `*` stands for one folder. */
const SANDBOX_LAYERS: readonly (readonly string[])[] = [
  ['index.ts', 'bin.ts'],
  ['start-sandbox.ts', 'generation.ts'],
  ['control/', 'view/', 'client/'],
  ['server/', 'persistence/', 'as-networks/'],
  ['networks/registry.ts', 'generated/definitions.ts'],
  ['networks/*/'],
  ['networks/'],
  ['oauth/'],
  ['pages/'],
  ['http/'],
  ['world/', 'generated/networks.ts'],
];

/** The dashboard's layers, the highest first. What features share is in `shared/`: none of them knows another. */
const DASHBOARD_LAYERS: readonly (readonly string[])[] = [
  ['main.tsx'],
  ['app.tsx'],
  ['routes/'],
  ['shell/'],
  ['features/'],
  ['shared/'],
  ['ui/'],
  ['api/'],
];

/** Most files of a folder of source, without tests. */
const MAX_FILES = 16;

interface Import {
  /** Path from the root of the repository. */
  readonly file: string;
  /** As it is written. */
  readonly specifier: string;
  /** Path from the root for an import of a file; null for a package. */
  readonly target: string | null;
}

function sourcesOf(folder: string): string[] {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: join(ROOT, folder) });
  return found.filter((file) => !/\.test\.tsx?$/.test(file)).map((file) => `${folder}/${file}`);
}

function importsOf(folder: string): Import[] {
  return sourcesOf(folder).flatMap((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
    return importedFiles.map(({ fileName: specifier }) => {
      const isFile = specifier.startsWith('.');
      return { file, specifier, target: isFile ? relative(ROOT, resolve(ROOT, dirname(file), specifier)) : null };
    });
  });
}

/** Name of the package that a specifier is of. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const describeImport = ({ file, specifier }: Import) => `${file} imports ${specifier}`;
const folders = Object.keys(MAY_IMPORT);

test('the rules name every package', () => {
  const present = globSync(['packages/*/package.json', 'apps/*/package.json'], { cwd: ROOT }).map((path) =>
    dirname(path),
  );
  expect(present.sort()).toEqual([...folders, 'packages/testkit'].sort());
});

describe.each(folders)('%s', (folder) => {
  const imports = importsOf(folder);

  test('has sources', () => {
    expect(sourcesOf(folder).length).toBeGreaterThan(0);
  });

  test('imports only the packages that it may know', () => {
    const allowed = MAY_IMPORT[folder] ?? [];
    const breaches = imports.filter(({ file, specifier }) => {
      const name = packageOf(specifier);
      if (!name.startsWith('@social/') || allowed.includes(name)) return false;
      return !(name === '@social/sandbox' && file === LOADS_SANDBOX);
    });
    expect(breaches.map(describeImport)).toEqual([]);
  });

  test('reaches into no other package by a path', () => {
    const breaches = imports.filter(({ target }) => target !== null && !target.startsWith(`${folder}/`));
    expect(breaches.map(describeImport)).toEqual([]);
  });

  test('names its files with their extension, and only files that exist', () => {
    const breaches = imports.filter(({ target }) => target !== null && !existsSync(join(ROOT, target)));
    expect(breaches.map(describeImport)).toEqual([]);
  });

  test('has no circle of imports, those of types included', () => {
    expect(circlesOf(imports)).toEqual([]);
  });

  test('declares the packages that it imports', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Record<string, object>;
    const declared = Object.keys({
      ...manifest['dependencies'],
      ...manifest['devDependencies'],
      ...manifest['peerDependencies'],
      ...manifest['optionalDependencies'],
    });
    // Some packages are types alone, which stand under the name of their collection.
    const isDeclared = (name: string) => declared.includes(name) || declared.includes(`@types/${name}`);
    const breaches = imports.filter(
      ({ specifier, target }) => target === null && !specifier.startsWith('node:') && !isDeclared(packageOf(specifier)),
    );
    expect(breaches.map(describeImport)).toEqual([]);
  });

  test('reads the environment and ends the process in its bin.ts only', () => {
    const breaches = sourcesOf(folder).filter((file) => {
      const code = withoutComments(readFileSync(join(ROOT, file), 'utf8'));
      return (
        ![`${folder}/src/bin.ts`, READS_ENVIRONMENT].includes(file) &&
        /\bprocess\.(env|exit|exitCode|argv)\b/.test(code)
      );
    });
    expect(breaches).toEqual([]);
  });
});

/** Groups of files that import each other in a circle. */
function circlesOf(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const reached = (start: string): Set<string> => {
    const seen = new Set<string>();
    const next = [start];
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      for (const { target } of targets.get(file) ?? []) {
        if (target === null || seen.has(target)) continue;
        seen.add(target);
        next.push(target);
      }
    }
    return seen;
  };
  const reach = new Map([...targets.keys()].map((file) => [file, reached(file)]));
  const isTogether = (one: string, other: string) => reach.get(one)?.has(other) && reach.get(other)?.has(one);
  const inCircles = [...reach.keys()].filter((file) => isTogether(file, file));
  const circles = inCircles.map((file) => inCircles.filter((other) => isTogether(file, other)).sort());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

/** An import of another file of the same package. */
interface InnerImport extends Import {
  /** Paths below `src/`. */
  readonly from: string;
  readonly to: string;
}

const within = (path: string) => path.replace(/^(?:packages|apps)\/[^/]+\/src\//, '');

function innerImports(imports: readonly Import[]): InnerImport[] {
  return imports.flatMap((each) =>
    each.target === null ? [] : [{ ...each, from: within(each.file), to: within(each.target) }],
  );
}

/** Returns true for a file of this path, or in this folder; `*` stands for one folder. */
function isIn(path: string, part: string): boolean {
  const pattern = part.replaceAll('.', '\\.').replaceAll('*', '[^/]+');
  return new RegExp(part.endsWith('/') ? `^${pattern}` : `^${pattern}$`).test(path);
}

/** Imports of a higher layer. Files that are in no layer are the foundation, which knows only itself. */
function risingImports(inner: readonly InnerImport[], layers: readonly (readonly string[])[]): string[] {
  const layerOf = (path: string) => {
    const found = layers.findIndex((parts) => parts.some((part) => isIn(path, part)));
    return found === -1 ? layers.length : found;
  };
  return inner.filter(({ from, to }) => layerOf(to) < layerOf(from)).map(describeImport);
}

test(`no folder of source has more than ${MAX_FILES} files`, () => {
  const files = globSync('{packages,apps}/*/src/**/*.*', { cwd: ROOT }).filter((file) => !/\.test\./.test(file));
  const crowded = [...Map.groupBy(files, dirname)].filter(([, inside]) => inside.length > MAX_FILES);
  expect(crowded.map(([folder]) => folder)).toEqual([]);
});

describe('inside the server', () => {
  const imports = importsOf('packages/server');
  const inner = innerImports(imports);

  test('every file imports from its own layer and from lower ones', () => {
    expect(risingImports(inner, LAYERS)).toEqual([]);
  });

  test.each(Object.entries(ROOMS))('%s uses only the rooms that it may', (room, usable) => {
    const [layer = ''] = room.split('/');
    const allowed = [room, ...usable.map((each) => `${layer}/${each}/`)];
    const found = inner.filter(({ from }) => isIn(from, room));
    expect(found.length).toBeGreaterThan(0);
    const breaches = found.filter(({ to }) => isIn(to, `${layer}/`) && !allowed.some((each) => isIn(to, each)));
    expect(breaches.map(describeImport)).toEqual([]);
  });

  test('every room is named above', () => {
    const files = sourcesOf('packages/server').map(within);
    const rooms = files.flatMap((file) => /^(?:services|http|media)\/[^/]+\//.exec(file)?.[0] ?? []);
    expect([...new Set(rooms)].sort()).toEqual(Object.keys(ROOMS).sort());
  });

  test.each(STRANGERS)('%s and %s know nothing of each other', (one = '', two = '') => {
    const breaches = inner.filter(
      ({ from, to }) => (isIn(from, one) && isIn(to, two)) || (isIn(from, two) && isIn(to, one)),
    );
    expect(breaches.map(describeImport)).toEqual([]);
  });

  test('an outside library is imported only where it belongs', () => {
    const breaches = imports.filter(({ file, specifier }) => {
      const places = LIBRARIES[specifier];
      return places !== undefined && !places.some((place) => isIn(within(file), place));
    });
    expect(breaches.map(describeImport)).toEqual([]);
  });
});

/** Imports of other rooms of the same package. @param room finds the room in a path */
function betweenRooms(inner: readonly InnerImport[], room: RegExp): (Import & { readonly target: string })[] {
  const roomOf = (path: string) => room.exec(path)?.[0] ?? path;
  return inner
    .map(({ from, to }) => ({ file: roomOf(from), specifier: roomOf(to), target: roomOf(to) }))
    .filter(({ file, target }) => file !== target);
}

/** Holds all imports of a package to its layers, those of types included. */
function holdLayers(folder: string, layers: readonly (readonly string[])[], room: RegExp): void {
  const inner = innerImports(importsOf(folder));
  const between = betweenRooms(inner, room);

  test('every file is in a layer', () => {
    const files = sourcesOf(folder).map(within);
    expect(files.filter((file) => !layers.flat().some((part) => isIn(file, part)))).toEqual([]);
  });

  test(`none of ${inner.length} imports is of a higher layer`, () => {
    expect(risingImports(inner, layers)).toEqual([]);
  });

  test(`none of ${between.length} imports between rooms is part of a circle`, () => {
    expect(circlesOf(between)).toEqual([]);
  });
}

describe('inside the dashboard', () => {
  const rooms = /^(?:features|shared|ui)\/[^/]+|^[^/]+/;
  holdLayers('apps/dashboard', DASHBOARD_LAYERS, rooms);

  test('no feature imports another', () => {
    const isFeature = (room: string) => room.startsWith('features/');
    const between = betweenRooms(innerImports(importsOf('apps/dashboard')), rooms);
    expect(between.filter(({ file, target }) => isFeature(file) && isFeature(target)).map(describeImport)).toEqual([]);
  });
});

describe('inside the sandbox', () => {
  /** A network's folder, another folder, or a file beside them; generated files stand where they are used. */
  const rooms = /^(?:(?:networks|generated)\/)?[^/]+/;
  holdLayers('packages/sandbox', SANDBOX_LAYERS, rooms);
  const between = betweenRooms(innerImports(importsOf('packages/sandbox')), rooms);

  test('no network imports another, except Facebook', () => {
    const isNetwork = (room: string) => /^networks\/[^.]+$/.test(room);
    const siblings = between.filter(({ file, target }) => isNetwork(file) && isNetwork(target));
    expect([...new Set(siblings.map(({ file, target }) => `${file} → ${target}`))].sort()).toEqual([
      // The pages of one are linked with the accounts of the other.
      'networks/facebook → networks/instagram',
      'networks/facebook → networks/meta-graph',
      'networks/instagram → networks/meta-graph',
    ]);
  });
});

test('a circle of imports is found, and nothing beside it', () => {
  const made = [
    ['a', 'b'],
    ['b', 'a'],
    ['c', 'a'],
  ].map(([file = '', target = '']) => ({ file, specifier: `./${target}`, target }));
  expect(circlesOf(made)).toEqual([['a', 'b']]);
});

test('a group of verbs imports nothing of another one', () => {
  const groupOf = (path: string | null) => /^packages\/cli\/src\/commands\/([^/]+)\//.exec(path ?? '')?.[1];
  const breaches = importsOf('packages/cli').filter(({ file, target }) => {
    const [from, to] = [groupOf(file), groupOf(target)];
    return from !== undefined && to !== undefined && from !== to;
  });
  expect(breaches.map(describeImport)).toEqual([]);
});

test('nothing in lib of the command imports a verb', () => {
  const breaches = importsOf('packages/cli').filter(
    ({ file, target }) => file.startsWith('packages/cli/src/lib/') && target?.startsWith('packages/cli/src/commands/'),
  );
  expect(breaches.map(describeImport)).toEqual([]);
});

describe('what runs in a browser too', () => {
  test.each(['packages/types', 'packages/rules', 'packages/sdk', 'apps/dashboard'])(
    '%s imports nothing of Node',
    (folder) => {
      const breaches = importsOf(folder).filter(({ specifier }) => specifier.startsWith('node:'));
      expect(breaches.map(describeImport)).toEqual([]);
    },
  );

  test('the dashboard talks to the server through the SDK only', () => {
    // The transports that the SDK is given.
    const allowed = [
      'apps/dashboard/src/api/client.ts fetch(',
      'apps/dashboard/src/features/compose/media/upload-fetch.ts XMLHttpRequest',
    ];
    const found = sourcesOf('apps/dashboard').flatMap((file) => {
      const text = withoutComments(readFileSync(join(ROOT, file), 'utf8'));
      const ways = text.match(/\bfetch\(|XMLHttpRequest|new EventSource|new WebSocket/g) ?? [];
      return [...new Set(ways)].map((way) => `${file} ${way}`);
    });
    expect(found.filter((use) => !allowed.includes(use))).toEqual([]);
  });
});

test('drivers are plain functions over HTTP: no web framework, no database, and no file but that of hosts', () => {
  const breaches = importsOf('packages/platforms').filter(
    ({ file, specifier }) =>
      ['koa', '@koa/router', 'kysely', 'pg', 'node:sqlite', 'node:fs', 'node:fs/promises'].includes(specifier) &&
      file !== 'packages/platforms/src/http/exchange/hosts-file.ts',
  );
  expect(breaches.map(describeImport)).toEqual([]);
});

test('rules are pure: they import nothing but types, data and the parser of HTML', () => {
  const outside = new Set(
    importsOf('packages/rules')
      .filter(({ target }) => target === null)
      .map(({ specifier }) => specifier),
  );
  expect([...outside].sort()).toEqual(['@social/types', 'entities', 'htmlparser2', 'punycode/punycode.js', 'tlds']);
});

test('nothing that is shipped imports the test kit', () => {
  const breaches = folders
    .flatMap((folder) => importsOf(folder))
    .filter(({ specifier }) => packageOf(specifier) === '@social/testkit');
  expect(breaches.map(describeImport)).toEqual([]);
});
