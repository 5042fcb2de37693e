import { PLATFORM_IDS, platformFacts } from '@social/types';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { type ConnectionStatus, isAbsent } from './connections.ts';

/** The platforms that this server cannot connect, and who can change that. */
export function AbsentPlatforms({
  connections,
}: {
  connections: Readonly<Record<string, ConnectionStatus>> | undefined;
}) {
  const absent = PLATFORM_IDS.filter((platform) => {
    const status = connections?.[platform];
    return status !== undefined && isAbsent(status);
  });
  if (absent.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="absent-platforms">
      <h2 id="absent-platforms">Not configured on this server</h2>
      <ul className="absent-platforms">
        {absent.map((platform) => (
          <li key={platform} className="with-glyph">
            <PlatformGlyph platform={platform} />
            {platformFacts(platform).label}
          </li>
        ))}
      </ul>
      <p className="hint">
        Whoever runs this server can add their credentials; <code>social-server doctor</code> names what is missing.
      </p>
    </section>
  );
}
