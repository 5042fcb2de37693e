// The packages that bring Node name their system as a text where pnpm reads a list, so that it would install those of Windows
// everywhere.
export const hooks = {
  readPackage(manifest) {
    for (const field of ['os', 'cpu']) {
      if (typeof manifest[field] === 'string') manifest[field] = [manifest[field]];
    }
    return manifest;
  },
};
