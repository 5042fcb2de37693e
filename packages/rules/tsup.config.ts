import { defineConfig } from 'tsup';
import { LIBRARY } from '../../tsup.library.ts';

export default defineConfig({
  ...LIBRARY,
  entry: {
    index: 'src/index.ts',
    nearest: 'src/nearest.ts',
    html: 'src/html/plain-text.ts',
    look: 'src/media/look/look-at-file.ts',
    whole: 'src/media/whole/whole-file.ts',
  },
  // A JSON import needs an import attribute that older bundlers and Node 22.12 warn about; "punycode" is also a module of Node.
  noExternal: ['tlds', /^punycode/],
});
