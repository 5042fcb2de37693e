import { Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { inBytes } from '../../ui/values/quantities.ts';
import classes from './shared-files.module.css';

/** Shows the files that another app has shared. */
export function SharedFiles({ files }: { files: readonly File[] }) {
  return (
    <ul className={`plain-list ${classes.files}`} aria-label="Shared files">
      {files.map((file, index) => (
        <li key={index}>
          <Stack gap={4}>
            {file.type.startsWith('image/') ? <Picture file={file} /> : null}
            <Text size="sm">
              {file.name || 'A file without a name'}, {inBytes(file.size)}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  );
}

function Picture({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img className={classes.picture} src={address} alt="" />;
}
