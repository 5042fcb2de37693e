import { Text } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import { useTargetName } from '../platforms/target-name.ts';
import { AccountFace } from './account-face.tsx';
import classes from './account-label.module.css';

interface AccountLabelProps {
  platform: PlatformId;
  /** Name of the account; null where it is not known, which leaves the network's name. */
  name: string | null;
  picture: string | null;
  /** The connected network, where it is known. */
  network?: string | null | undefined;
  /** Width of the face in pixels. */
  size?: number;
  fw?: number;
}

/** An account as people know it: its face, its name, and the name of its network: "Ada Example · LinkedIn". */
export function AccountLabel({ platform, name, picture, network, size = 24, ...text }: AccountLabelProps) {
  const nameOf = useTargetName();
  const networkName = network ? platformName(platform, network) : nameOf(platform);
  return (
    <span className={classes['label']}>
      <AccountFace platform={platform} name={name ?? networkName} picture={picture} network={network} size={size} />
      <Text component="span" inherit {...text}>
        {name === null ? networkName : `${name} · ${networkName}`}
      </Text>
    </span>
  );
}
