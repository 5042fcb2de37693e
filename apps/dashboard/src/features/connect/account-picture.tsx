import { useState } from 'react';

/** An account's picture, or the first letter of its name where there is none. Decoration: the name stands beside it. */
export function AccountPicture({ name, picture }: { name: string; picture: string | undefined }) {
  const [isBroken, setBroken] = useState(false);
  if (!picture || isBroken) {
    return (
      <span className="picture picture-letter" aria-hidden="true">
        {Array.from(name.trim())[0]?.toUpperCase() ?? '·'}
      </span>
    );
  }
  return (
    <img
      className="picture"
      src={picture}
      alt=""
      width="40"
      height="40"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
