import { Code } from '@mantine/core';
import classes from './example.module.css';

/** Lines to be typed elsewhere. Long lines wrap, because a keyboard cannot reach what scrolls inside a page. */
export function Example({ children }: { children: string }) {
  return (
    <Code block className={classes.example}>
      {children}
    </Code>
  );
}
