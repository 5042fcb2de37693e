import { Code } from '@mantine/core';
import classes from './example.module.css';

/** Lines to be typed elsewhere. Long ones are wrapped: what scrolls inside a page is out of reach of a keyboard. */
export function Example({ children }: { children: string }) {
  return (
    <Code block className={classes.example}>
      {children}
    </Code>
  );
}
