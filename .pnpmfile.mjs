// The packages that bring Node name their system as a text where pnpm reads a list, so that it would install those of Windows
// everywhere; those of Linux leave out that they need glibc.
export const hooks = {
  readPackage(manifest) {
    for (const field of ['os', 'cpu']) {
      if (typeof manifest[field] === 'string') manifest[field] = [manifest[field]];
    }
    if (/^node-linux-/.test(manifest.name)) manifest.libc = ['glibc'];
    return manifest;
  },
};
