import { networkLook, type PlatformId } from '@social/types';
import { PlatformGlyph } from '../platforms/platform-glyph.tsx';
import classes from './account-face.module.css';
import { initialsOf } from './initials.ts';

interface AccountFaceProps {
  platform: PlatformId;
  /** Name of the account, for its initials. */
  name: string;
  /** Path of the picture on this server; null without one. */
  picture: string | null;
  /** The connected network, where it is known. */
  network?: string | null | undefined;
  /** Width and height in pixels. */
  size?: number;
}

/**
 * The picture of an account, with the glyph of its network. Its initials are there from the start, behind the picture: a
 * picture that is late or fails leaves no hole and moves nothing. Says nothing to a screen reader: always show the name next
 * to it.
 */
export function AccountFace({ platform, name, picture, network, size = 32 }: AccountFaceProps) {
  return (
    <span className={classes['face']} style={{ fontSize: size }} aria-hidden="true">
      <span className={classes['initials']}>
        <span>{initialsOf(name)}</span>
      </span>
      {picture === null ? null : (
        <img
          key={picture}
          className={classes['picture']}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
      <span className={classes['badge']} style={{ background: networkLook(platform, network).color }}>
        <PlatformGlyph target={platform} network={network} />
      </span>
    </span>
  );
}
